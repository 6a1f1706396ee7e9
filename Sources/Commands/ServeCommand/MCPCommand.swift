import ArgumentParser
import Flowline
import FlowlineMCP
import Foundation
import ServerConnections
import ServiceLifecycle

/// Serves the tools to the agent at the other end of standard input and output.
struct MCPCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract: "Serve the flows as tools to the agent that starts this program.",
    discussion: """
      Messages of the Model Context Protocol are lines of standard input and output. The pages on \
      which only a person answers are on this computer alone, on a free port; a browser is asked once \
      for the code that --code prints. It stops at the end of its input; sessions stay as they are.

      Exit codes: 0 stopped, 1 cannot serve, 2 usage.
      """)

  @OptionGroup var pages: AgentPageOptions
  @OptionGroup var names: HostNameOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var world: WorldOptions
  @OptionGroup var limits: LimitOptions

  @Flag(help: "Print the code by which a browser shows that it is yours, and stop.")
  var code = false

  func run() async throws {
    if code {
      try store.prepareFolder()
      do throws(StoreFailure) {
        print(try LocalPerson(folder: "\(store.data)/agents").code)
      } catch {
        throw ServeFailure("the code cannot be kept: \(error)", status: 1)
      }
      return
    }
    let served = try await ServedFlows(
      ServeOptions(place: pages.place(as: names), store: store, world: world, limits: limits))
    let (ready, isReady) = AsyncStream.makeStream(of: Void.self)
    let application = served.application(isForOthers: false) { _ in
      isReady.finish()
    }
    let stream = StreamService(server: served.mcp, user: served.person.user, ready: ready)
    var services = ServiceGroupConfiguration(
      services: [
        .init(service: served.hostService), .init(service: application),
        .init(service: stream, successTerminationBehavior: .gracefullyShutdownGroup),
      ], gracefulShutdownSignals: StopSignals.all, logger: served.logger)
    services.maximumGracefulShutdownDuration = .seconds(40)
    try await served.run(services)
  }
}
