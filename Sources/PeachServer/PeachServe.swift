import ArgumentParser
package import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
package import PeachCommands
import PeachExperiments
import PeachReporting
import PeachSessions
package import PeachStorage
import PeachSupport
import Synchronization

/// The program `peach-serve`, which serves the listener's page with the built-in strategies and listeners. The command
/// `peach serve` starts it.
public enum PeachServe {
  /// Serves the listener's page, as the arguments of the process state, until the process receives SIGINT or SIGTERM.
  /// It then ends the open sessions and returns. After help or an error it ends the process with its exit code.
  @MainActor
  public static func main() async {
    do {
      let options = try ServeOptions.parse()
      try await serve(options)
    } catch let error where ServeOptions.exitCode(for: error) == .validationFailure || error is CleanExit {
      ServeOptions.exit(withError: error)
    } catch {
      ServeOptions.fail(error)
    }
  }

  private static func serve(_ options: ServeOptions) async throws {
    let place = try ServerPlace(options)
    let database = try options.database()
    let work = try options.work()
    let links = try PageLinks.make(options.roles(of: work), study: work.studyName, in: database)
    // The records name the build, whose hash takes a moment.
    _ = try BuildInfo.build()
    let services = PageServices(
      database: database, work: work, kinds: .builtIn, completion: options.completion, most: options.trials,
      seed: options.seed, resumeWithin: options.resumeWithin)
    let sessions = PageSessions(services, most: options.sessions)
    let app = try application(services, sessions, links, place, study: options.studyView(of: work))
    signal(SIGPIPE, SIG_IGN)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await app.runService() }
      try await group.next()
    }
    await sessions.endAll(by: SIGTERM)
  }

  /// The application of a server.
  package static func application(
    _ services: PageServices, _ sessions: PageSessions, _ links: [PageLink], _ place: ServerPlace,
    study: ServeOptions.StudyView? = nil, rates: PageRates = PageRates()
  ) throws -> Application<RouterResponder<PageContext>> {
    let api = PageAPI(
      services: services, sessions: sessions, links: PageLinks(links), assets: PageAssets(), rates: rates,
      study: study)
    var logger = Logger(label: "peach-serve")
    logger.logLevel = .error
    let router = api.router(PageSafety(place: place))
    return Application(
      responder: router.buildResponder(),
      server: .http1(
        configuration: .init(
          idleTimeout: .seconds(30),
          httpDecoderConfiguration: .init(
            maxHeaderFieldSize: 8192, maxHeaderListSize: 16_384, maxHeaderFieldCount: 64))),
      configuration: ApplicationConfiguration(
        address: .hostname(place.host, port: place.port), serverName: nil, backlog: 256,
        availableConnectionsDelegate: MaximumAvailableConnections(2000)),
      onServerRunning: { channel in
        let port = channel.localAddress?.port ?? place.port
        ServeOptions.announce(place.links(links, port: port))
      }, logger: logger)
  }
}
