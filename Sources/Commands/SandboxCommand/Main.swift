import ArgumentParser
import Bank
import BankSandbox
import EmbeddedBank
import Foundation
import Glibc
import Logging
import SandboxKit
import ServiceBasics
import ServiceLifecycle
import UnixSignals

/// The command `flowline-sandbox`.
@main
struct SandboxProgram: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flowline-sandbox",
    abstract: "Serve Starling’s public API v2 on this computer, over a bank of your own.",
    discussion: """
      When it is ready it prints one line with its address to standard output; everything else goes \
      to standard error. It stops after SIGTERM or SIGINT, once open requests are finished.

      Beside /api/v2 it has controls under /control: clock, accounts, payments, settle, tokens, \
      faults, requests, audit. They need no token.

      A token file holds one bare token that allows everything, or a JSON array or lines of \
      {"token": "…", "scopes": ["balance:read", …] or "all", "expiresAt": "…", "holder": "…"}.

      Exit codes: 0 stopped, 1 cannot serve, 2 usage.
      """,
    version: "0.1.0")

  @OptionGroup var options: SandboxOptions

  func run() async throws {
    let logger = options.logger
    let sandbox = try Sandbox(try options.sandboxConfiguration(logger: logger))
    if options.seed == .sample {
      let seeded = try SampleData.seed(
        into: sandbox.bank, now: options.now?.time.date ?? Date(),
        locale: Locale(identifier: options.locale.text), timeZone: options.timeZone.zone,
        withUnknownStatus: false)
      if !seeded { logger.notice("The bank already has accounts, so no sample data was added.") }
    }
    if try !sandbox.hasTokens {
      logger.warning(
        "There are no access tokens, so nobody can log in. Pass --token-file, or PUT /control/tokens."
      )
    }
    var services = ServiceGroupConfiguration(
      services: [ServiceGroupConfiguration.ServiceConfiguration(service: sandbox)],
      gracefulShutdownSignals: [.sigterm, .sigint], logger: options.quietLogger)
    // Somebody who never finishes a request must not keep it for ever.
    services.maximumGracefulShutdownDuration = .seconds(30)
    let group = ServiceGroup(configuration: services)
    let announcement = Task {
      let address = try await sandbox.address
      print("flowline-sandbox: listening on \(address)")
      fflush(nil)
    }
    defer { announcement.cancel() }
    try await group.run()
    logger.notice("Stopped.")
  }

  static func main() async {
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let error as SandboxError {
      fail(error.description, status: error.code == .remoteAddress ? 2 : 1)
    } catch let error as BankError {
      fail("\(error)", status: 1)
    } catch {
      // The parser's own number for a wrong command line is another than ours.
      guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
      fail(fullMessage(for: error), status: 2)
    }
  }

  private static func fail(_ message: String, status: Int32) -> Never {
    let text = message.hasPrefix("Error") ? message : "Error: \(message)"
    FileHandle.standardError.write(Data("\(text)\n".utf8))
    Glibc.exit(status)
  }
}
