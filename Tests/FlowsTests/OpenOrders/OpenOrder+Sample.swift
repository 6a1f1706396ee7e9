import Bank
import FlowTestSupport
import FoundationEssentials
import Money
import ServiceBasics

/// Orders of the sample's customer that were never answered.
extension OpenOrder {
  private static func key(_ number: Int) -> String {
    "f0000000-0000-4000-8000-00000000000\(number)"
  }

  private static func order(
    _ number: Int, _ contents: Contents, _ goalName: String?
  ) -> OpenOrder {
    OpenOrder(
      id: key(number), contents: contents, goalName: goalName,
      orderedAt: Timestamp(World.now.addingTimeInterval(-86_400)))
  }

  /// The sample's ids: of the account `personal`, its goal, and a payment of this week.
  private static func id<Owner>(_ prefix: String, _ number: Int = 1) -> Identifier<Owner> {
    let digits = String(repeating: "0", count: number < 10 ? 11 : 9) + String(number)
    guard let id = Identifier<Owner>("\(prefix)0000000-0000-4000-8000-\(digits)") else {
      preconditionFailure("\(prefix) and \(number) give no UUID")
    }
    return id
  }

  private static func pounds(_ pence: Int64) -> Money {
    guard let pounds = Currency(code: "GBP") else { preconditionFailure("there are no pounds") }
    return Money(minorUnits: pence, currency: pounds)
  }

  /// £5 into Trip, by hand.
  static func transfer(named goal: String? = "Trip") -> OpenOrder {
    order(
      1,
      .transfer(
        TransferOrder(key: key(1), account: id("a"), goal: id("d"), amount: pounds(5_00))), goal)
  }

  /// This week's round-up into Trip.
  static func roundUp() -> OpenOrder {
    order(
      2,
      .transfer(
        TransferOrder(
          key: key(2), transfer: "e0000000-0000-4000-8000-000000000001",
          account: id("a"), goal: id("d"), amount: pounds(1_58),
          covering: [id("b", 201)])),
      "Trip")
  }

  static func goal() -> OpenOrder {
    order(
      3, .goal(GoalOrder(key: key(3), account: id("a"), name: "Bike", target: nil)),
      "Bike")
  }

  static func deletion(named goal: String? = "Trip") -> OpenOrder {
    order(
      4, .deletion(GoalDeletion(key: key(4), account: id("a"), goal: id("d"))),
      goal)
  }

  /// £5 out of Trip.
  static func withdrawal(named goal: String? = "Trip") -> OpenOrder {
    order(
      5,
      .transfer(
        TransferOrder(
          key: key(5), account: id("a"), goal: id("d"), amount: pounds(5_00),
          direction: .outOfGoal)),
      goal)
  }
}
