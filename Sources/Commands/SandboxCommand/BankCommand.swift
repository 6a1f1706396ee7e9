import ArgumentParser
import Bank
import BankSandbox
import EmbeddedBank
import Foundation
import Logging
import ServiceBasics

/// The bank's sandbox.
struct BankCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bank",
    abstract: "Serve Starling’s public API v2 on this computer, over a bank of your own.",
    discussion: """
      When it is ready it prints one line with its address to standard output; everything else goes \
      to standard error. It stops after SIGTERM or SIGINT, once open requests are finished.

      Beside /api/v2 it has controls under /control: clock, accounts, payments, settle, tokens, feed, \
      faults, late, requests, audit. They need no token.

      A token file holds one bare token that allows everything, or a JSON array or lines of \
      {"token": "…", "scopes": ["balance:read", …] or "all", "expiresAt": "…", "holder": "…"}.

      Exit codes: 0 stopped, 1 cannot serve, 2 usage.
      """)

  @OptionGroup var serving: ServingOptions
  @OptionGroup var options: BankOptions

  func run() async throws {
    let logger = serving.logger
    var configuration = SandboxConfiguration(folder: serving.data)
    configuration.server = serving.server
    configuration.now = serving.now?.time.date
    configuration.tokens = try options.tokens
    let sandbox = try Sandbox(configuration)
    if options.seed == .sample {
      let seeded = try SampleData.seed(
        into: sandbox.bank, now: configuration.now ?? Date(),
        locale: Locale(identifier: options.locale.text), timeZone: options.timeZone.zone,
        withUndocumentedStatus: false)
      if !seeded { logger.notice("The bank already has accounts, so no sample data was added.") }
    }
    if try !sandbox.hasTokens {
      logger.warning(
        """
        There are no access tokens, or all were revoked, so nobody can log in. Pass --token-file with \
        another one, or PUT /control/tokens.
        """
      )
    }
    try await Serving.run(sandbox, serving) {
      "flowline-sandbox: listening on \(try await sandbox.address)"
    }
  }
}
