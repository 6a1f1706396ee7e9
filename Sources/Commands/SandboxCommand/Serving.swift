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
  /// - Throws: what the sandbox throws if it cannot serve.
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
    let task = Task {
      print(try await announcement())
      fflush(nil)
    }
    defer { task.cancel() }
    try await group.run()
    options.logger.notice("Stopped.")
  }
}
