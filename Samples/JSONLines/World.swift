import Bank
import BankFlows
import Flowline
import FoundationEssentials

/// The bank that the flows are at, with sample data in it.
final class World {
  private let data: String?
  private let now: Date?
  private var bank: EmbeddedBank?

  /// Opens the bank where it is kept in a file, so that a file that is none is found out at once.
  init(_ options: Options) throws {
    (data, now) = (options.data, options.now)
    guard let data else { return }
    let now = now
    bank = try EmbeddedBank(path: "\(data)/bank.sqlite", now: { now ?? Date() })
  }

  /// The flows; the bank's sample data lie around the time and place of the first that is started.
  func catalog(in environment: FlowEnvironment) throws -> FlowCatalog {
    let bank = try bank ?? SampleBank.make(in: environment)
    self.bank = bank
    try SampleData.seed(
      into: bank, now: environment.now, locale: environment.locale,
      timeZone: environment.timeZone)
    return BankFlows.catalog(bank: bank)
  }
}
