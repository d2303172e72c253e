import ArgumentParser
import PeachSupport

/// Starts `peach-serve`, as git and cargo start their commands. So `peach` does not contain a web server.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Run sessions in the browsers and phones of listeners.",
    discussion: """
      Listeners open the link that Peach prints, and train or take part in a study as with peach live: the same strategies, \
      sounds and records. The page works on phones, with a keyboard and with a screen reader. By default only this \
      computer can reach the server. Other computers and phones reach it through a web server with HTTPS that passes \
      their requests on to Peach (a reverse proxy; ask your IT department). State the address of that web server with \
      --public-url. A link contains a secret: it opens the page of one listener, and stays valid when the server \
      starts again. A study has a link for the researcher too.

      Examples:
        peach serve
        peach serve --listener P07 --listener P08
        peach serve --study experiments/lab-day.yaml --listener P07
        peach serve --study experiments/lab-day.yaml --anyone --public-url https://lab.example
      """)

  /// The program that serves.
  private static let program = "peach-serve"

  @OptionGroup var options: ServeOptions

  func run() throws {
    guard let path = ServeCommand.path() else {
      throw Failure(
        status: ExitStatus.inaccessible,
        message: "\(ServeCommand.program): neither next to peach nor on PATH\n"
          + "  hint: make serve builds it, and make install installs it next to peach")
    }
    let words = [path] + CommandLine.arguments.dropFirst(2)
    var arguments = words.map { strdup($0) } + [nil]
    execv(path, &arguments)
    throw Failure(
      status: ExitStatus.inaccessible, message: "\(SafeText.line(path)): \(String(cString: strerror(errno)))")
  }

  /// The program next to this one, else the first one on PATH; `nil` if there is none.
  private static func path() -> String? {
    var folders: [String] = []
    var own = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = readlink("/proc/self/exe", &own, own.count - 1)
    if count > 0 {
      folders.append(ParentFolder.of(String(decoding: own[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)))
    }
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    folders += path.split(separator: ":").map(String.init)
    return folders.map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
  }
}
