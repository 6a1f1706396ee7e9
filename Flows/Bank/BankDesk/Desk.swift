public import BankServices
public import FoundationEssentials

/// Where a flow deals with the bank: its data sets, its orders, the way in, and the time it is there.
public struct Desk: Sendable {
  /// The data sets of the bank, and the bank that orders go to.
  public let services: BankServices

  /// The time, for telling how old is what is shown.
  public let now: @Sendable () -> Date

  /// Makes a desk.
  public init(_ services: BankServices, now: @escaping @Sendable () -> Date = { Date() }) {
    self.services = services
    self.now = now
  }
}
