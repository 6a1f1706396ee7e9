import Bank
import BankConnection
import BankFlows
import EmbeddedBank
import Flowline
import FoundationEssentials
import SampleBank
import Synchronization

/// The bank that the flows are at: one with an address, or one of this program's own with sample data.
struct World {
  private let moment: Moment
  private let bank: LazyBank
  private let connection: BankConnection?
  private let asksInTurn: Bool
  /// Which world its sessions belong to, as the options that lead there; nil for a bank in memory.
  let name: String?

  /// Opens the bank where it is kept in a file, so that a file that is not a bank is found out at once.
  ///
  /// Its sample data lie around the time and place of the first flow that needs it.
  init(_ options: Options) throws {
    let kept = try options.data.map { data in
      let now = options.now
      return try EmbeddedBank(path: "\(data)/bank.sqlite", now: { now ?? Date() })
    }
    let moment = Moment(options.environment)
    self.moment = moment
    name = try options.world()
    asksInTurn = options.asksInTurn
    connection = try options.bank.map { address in
      try BankConnection(
        to: address, token: try options.tokenPlace().source(), data: options.ordersFolder,
        cache: options.copiesFolder, showsCopies: false)
    }
    bank = LazyBank {
      let environment = moment.environment
      let bank = try kept ?? SampleBank.make(in: environment)
      try SampleData.seed(
        into: bank, now: environment.now, locale: environment.locale,
        timeZone: environment.timeZone)
      return bank
    }
  }

  /// The flows, for a session of this world.
  func catalog(in environment: FlowEnvironment) -> FlowCatalog {
    if let connection {
      return BankFlows.catalog(services: connection.services, asksInTurn: asksInTurn)
    }
    moment.environment = environment
    return BankFlows.catalog(bank: bank, asksInTurn: asksInTurn)
  }
}

/// The world of the session that was begun last.
private final class Moment: Sendable {
  private let stored: Mutex<FlowEnvironment>

  init(_ environment: FlowEnvironment) { stored = Mutex(environment) }

  var environment: FlowEnvironment {
    get { stored.withLock { $0 } }
    set { stored.withLock { $0 = newValue } }
  }
}
