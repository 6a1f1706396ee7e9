import Foundation
import Glibc
import Logging
import ServiceLifecycle
import UnixSignals

/// Serves until a signal ends it.
enum Serving {
  /// Runs a sandbox, and says when it is ready.
  ///
  /// - Parameters:
  ///   - sandbox: the sandbox.
  ///   - options: where it listens, and what is logged.
  ///   - announcement: what is said on standard output once it listens; it may take its time.
  /// - Throws: what the sandbox throws if it cannot serve, or what the announcement throws.
  static func run(
    _ sandbox: some Service, _ options: ServingOptions,
    announcing announcement: @escaping @Sendable () async throws -> String
  ) async throws {
    var services = ServiceGroupConfiguration(
      services: [ServiceGroupConfiguration.ServiceConfiguration(service: sandbox)],
      gracefulShutdownSignals: [.sigterm, .sigint], logger: options.quietLogger)
    // Somebody who never finishes a request must not keep it for ever.
    services.maximumGracefulShutdownDuration = .seconds(30)
    let group = ServiceGroup(configuration: services)
    let announced = Task { () -> (any Error)? in
      do {
        print(try await announcement())
        fflush(nil)
        return nil
      } catch {
        guard !Task.isCancelled else { return nil }
        // Nobody could use a server whose address and tokens are not known.
        await group.triggerGracefulShutdown()
        return error
      }
    }
    defer { announced.cancel() }
    try await group.run()
    announced.cancel()
    if let error = await announced.value { throw error }
    options.logger.notice("Stopped.")
  }
}
