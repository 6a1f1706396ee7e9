import Bank
import BankClient
import BankConnection
import BankFlows
import BankServices
import EmbeddedBank
import Flowline
import FlowlineTerminal
import FoundationEssentials

/// What a run has at hand: locale, zone and clock, the flows, and the bank behind them.
struct World {
  let settings: Settings
  let locale: Locale
  let timeZone: TimeZone
  /// The time that stands for now; the system's clock where nothing is said.
  let fixedNow: Date?
  /// The bank with an address, once it is connected; see ``connected()``.
  var connection: BankConnection?

  init(_ settings: Settings) throws {
    self.settings = settings
    let choice = LocaleChoice(locale: settings.locale, language: settings.language)
    locale = Locale(identifier: choice.identifier)
    if let zone = settings.timeZone {
      guard let timeZone = TimeZone(identifier: zone) else {
        throw Usage.fault("usage.time-zone", zone)
      }
      self.timeZone = timeZone
    } else {
      timeZone = .current
    }
    if let now = settings.now {
      guard let date = Date(timestamp: now) else {
        throw Usage.fault("usage.now", now)
      }
      fixedNow = date
    } else {
      fixedNow = nil
    }
  }

  /// What a session that starts now sees.
  var environment: FlowEnvironment {
    FlowEnvironment(locale: locale, timeZone: timeZone, now: fixedNow ?? Date())
  }

  /// The command's own words.
  var words: Words { Words(environment, from: Self.texts) }

  static let texts = TextCatalog(PackageResources.Program_xcstrings)

  /// The flows at the user's bank. One with an address must be connected before they are walked.
  var catalog: FlowCatalog {
    guard settings.isRemote else { return BankFlows.catalog(bank: LazyBank(opening: openBank)) }
    guard let connection else { return closedCatalog }
    let fixed = fixedNow
    return BankFlows.catalog(services: connection.services) { fixed ?? Date() }
  }

  /// The same flows, of which none can write.
  var readOnlyCatalog: FlowCatalog {
    guard settings.isRemote else {
      return BankFlows.catalog(bank: ReadOnlyBank(LazyBank(opening: openBank)))
    }
    guard let connection else { return closedCatalog }
    return BankFlows.catalog(
      bank: ReadOnlyBank(connection.services.bank), login: connection.services.login)
  }

  /// The flows of a bank with an address, for looking at them alone.
  private var closedCatalog: FlowCatalog {
    BankFlows.catalog(bank: LazyBank { throw ClosedLogin.error }, login: ClosedLogin())
  }

  /// The ids of the flows, which need no bank.
  static var flowIDs: [String] {
    BankFlows.catalog(bank: LazyBank { throw ReadOnlyBank.Write() }, login: ClosedLogin())
      .entries.map(\.id.rawValue)
  }

  /// The folder of the bank's file.
  var dataDirectory: String {
    FilePath.expanded(settings.data ?? FilePath.data(of: "flowline"))
  }

  /// Where the histories of prompts are kept.
  static var historyDirectory: String { FilePath.state(of: "flowline") + "/history" }

  /// Where sessions are kept.
  static var shelf: SessionShelf { SessionShelf(of: "flowline") }

  @Sendable private func openBank() throws(BankError) -> EmbeddedBank {
    let fixed = fixedNow
    let now: @Sendable () -> Date = { fixed ?? Date() }
    let bank = try EmbeddedBank(path: dataDirectory + "/bank.sqlite", now: now)
    try SampleData.seed(into: bank, now: now(), locale: locale, timeZone: timeZone)
    return bank
  }
}
