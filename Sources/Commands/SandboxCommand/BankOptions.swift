import ArgumentParser
import BankSandbox
import FoundationEssentials
import SandboxKit
import ServiceBasics

/// What the command line says about the bank.
struct BankOptions: ParsableArguments {
  enum Seed: String, ExpressibleByArgument, CaseIterable {
    case sample
  }

  @Option(
    help: ArgumentHelp(
      """
      A file of access tokens that only you can read; without it, those of the previous run. A \
      revoked token stays revoked.
      """,
      valueName: "file"))
  var tokenFile: String?

  @Option(help: "Data for an empty bank: “sample” adds three accounts with a history.")
  var seed: Seed?

  @Option(
    help: ArgumentHelp("The locale of the weeks in the sample.", valueName: "identifier"))
  var locale = LocaleName(text: "en_GB")

  @Option(
    help: ArgumentHelp("The time zone of the weeks in the sample.", valueName: "identifier"))
  var timeZone = ZoneName(
    text: "Europe/London", zone: TimeZone(identifier: "Europe/London") ?? .gmt)

  /// The tokens in the file; nil without one.
  var tokens: [SandboxToken]? {
    get throws { try tokenFile.map { try Self.tokens(in: $0) } }
  }

  /// More than any number of tokens needs.
  private static let tokenFileLimit = 1_048_576

  private static func tokens(in path: String) throws -> [SandboxToken] {
    do {
      let bytes = try PrivateFile.read(path, upTo: tokenFileLimit + 1)
      guard bytes.count <= tokenFileLimit else {
        throw ValidationError("The token file \(path) cannot be read: it is larger than 1 MiB.")
      }
      return try SandboxToken.read(String(decoding: bytes, as: UTF8.self))
    } catch let error as PrivacyError {
      throw ValidationError("The token file cannot be read: \(error)")
    } catch let error as SandboxError {
      throw ValidationError("\(path): \(error.description)")
    }
  }
}
