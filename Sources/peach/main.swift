import PeachCommands

await Peach.main()
