import CFuzzer
import Glibc

// peach-fuzz TARGET [what libFuzzer takes]: gives the target's reader all that libFuzzer thinks of.

let targets: [any FuzzTarget.Type] = [
  ExperimentTarget.self, TableTarget.self, ScaleTarget.self, ResponsesTarget.self, ProfileTarget.self,
  ResultsTarget.self, ListenersTarget.self, CheckTarget.self, RepliesTarget.self, ReplayTarget.self, DevicesTarget.self,
  ShardsTarget.self, ImportTarget.self, VerifyTarget.self, OptionsTarget.self, KeysTarget.self, SoundsTarget.self,
  SoundFilesTarget.self, PopulationTarget.self,
]

guard CommandLine.argc > 1, let kind = targets.first(where: { $0.name == CommandLine.arguments[1] }) else {
  print(targets.map { $0.name }.joined(separator: "\n"))
  exit(CommandLine.argc > 1 ? 64 : 0)
}

/// Whether what is said is shown, of one input that is done again.
let isShown = getenv("PEACH_FUZZ_SHOW") != nil

/// Of one thread: libFuzzer calls from the main one.
nonisolated(unsafe) var target: any FuzzTarget = try kind.init()

var count = CommandLine.argc - 1
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv + 1
exit(
  LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
    for message in target.messages(of: Array(UnsafeBufferPointer(start: bytes, count: count))) {
      if isShown { print(message.debugDescription) }
      RawEscapes.refuse(message)
    }
    return 0
  })
