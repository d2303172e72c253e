import OwnKinds
import PeachCommands

await Peach.main(strategies: [HalfOrDouble.self], listeners: [PerseveringListener.self])
