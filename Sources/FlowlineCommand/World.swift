import Bank
import BankFlows
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

  static let texts = TextCatalog(PackageResources.Command_xcstrings)

  /// The flows at the user's bank, which is opened when a flow first needs it.
  var catalog: FlowCatalog { BankFlows.catalog(bank: LazyBank(opening: openBank)) }

  /// The same flows, of which none can write.
  var readOnlyCatalog: FlowCatalog {
    BankFlows.catalog(bank: ReadOnlyBank(LazyBank(opening: openBank)))
  }

  /// The ids of the flows, which need no bank.
  static var flowIDs: [String] {
    BankFlows.catalog(bank: LazyBank { throw ReadOnlyBank.Write() }).entries.map(\.id.rawValue)
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
