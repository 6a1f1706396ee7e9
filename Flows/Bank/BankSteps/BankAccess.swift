public import BankServices
public import FoundationEssentials

/// What a flow is given to reach a bank: its data sets, its orders, the log-in, and the time.
public struct BankAccess: Sendable {
  /// The data sets of the bank, its log-in, and the bank that orders go to.
  public let services: BankServices

  /// The time, for telling how old is what is shown.
  public let now: @Sendable () -> Date

  /// Makes an access to a bank.
  public init(_ services: BankServices, now: @escaping @Sendable () -> Date = { Date() }) {
    self.services = services
    self.now = now
  }
}
