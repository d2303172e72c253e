import Commands
import OwnKinds

await Peach.main(strategies: [HalfOrDouble.self], listeners: [PerseveringListener.self])
