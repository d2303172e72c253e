import Commands

await Peach.main()
