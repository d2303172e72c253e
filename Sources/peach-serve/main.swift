import PeachServer

await PeachServe.main()
