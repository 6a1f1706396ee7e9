import Bank
import BankTestSupport
import EmbeddedBank
import Flowline
import FlowlineTesting
import FoundationEssentials
import Money
import Synchronization
import Testing

/// Amounts and weeks through the whole app: flow, client, API, books.
@Suite(.waitsForEffects, .timeLimit(.minutes(30)))
struct MoneyTests {
  /// A payment of the account.
  struct Spending: Sendable {
    let minorUnits: Int64
    let at: String?
    let direction: PaymentDirection
    let status: PaymentStatus
    let source: PaymentSource

    init(
      _ minorUnits: Int64, at: String? = nil, _ direction: PaymentDirection = .outgoing,
      _ status: PaymentStatus = .settled, by source: PaymentSource = .card
    ) {
      (self.minorUnits, self.at) = (minorUnits, at)
      (self.direction, self.status, self.source) = (direction, status, source)
    }
  }

  /// A world, and what a round-up in it comes to.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    var currency = "GBP"
    var locale = "en_GB"
    var zone = "Europe/London"
    var now = "2026-11-20T12:00:00Z"
    var week = "this"
    let spendings: [Spending]
    /// What was moved into the goal before, this week.
    var movedBefore: Int64 = 0
    /// What the account holds when the first payment comes.
    var holding: Int64 = 10_000_00
    /// What is moved, or nothing.
    var moves: Int64?
    /// Why nothing is.
    var reason: String?
    /// The first day of the week.
    var weekStart = "2026-11-16"

    var testDescription: String { name }
  }

  /// The vectors of the public challenge and those around it.
  static let vectors = [
    Case(name: "4.35, 5.20, 0.87", spendings: [.init(435), .init(520), .init(87)], moves: 158),
    Case(name: "5.00", spendings: [.init(500)], reason: "nothing-counts"),
    Case(name: "0.01", spendings: [.init(1)], moves: 99),
    Case(name: "0.99", spendings: [.init(99)], moves: 1),
    Case(name: "1.00", spendings: [.init(100)], reason: "nothing-counts"),
    Case(name: "nothing spent", spendings: [], reason: "no-payments"),
    Case(
      name: "beside a move into a goal", spendings: [.init(435), .init(520), .init(87)],
      movedBefore: 158, moves: 158),
    Case(
      name: "what does not count beside what does",
      spendings: [
        .init(435), .init(520), .init(87), .init(1_10, .incoming, by: .fasterPaymentIn),
        .init(2_20, .outgoing, .pending), .init(3_30, .outgoing, .declined),
        .init(4_40, .outgoing, .reversed), .init(5_50, .outgoing, .refunded),
        .init(6_60, .outgoing, .retrying), .init(7_70, .outgoing, .upcoming),
      ], moves: 158),
    Case(
      name: "dinars of a thousand fils", currency: "BHD", spendings: [.init(1_250)],
      holding: 100_000, moves: 750),
    Case(
      name: "dinars, some whole", currency: "BHD", spendings: [.init(3_001), .init(2_000)],
      holding: 100_000, moves: 999),
    Case(
      name: "yen have no smaller unit", currency: "JPY", spendings: [.init(1_234), .init(99)],
      holding: 100_000, reason: "nothing-counts"),
    Case(
      name: "euros", currency: "EUR", locale: "de_DE", zone: "Europe/Berlin",
      spendings: [.init(4_35), .init(19_99)], moves: 66),
    Case(
      name: "the largest amount there is", spendings: [.init(.max - 1_000)], holding: .max,
      moves: 93),
    Case(
      name: "less money than the round-up", spendings: [.init(9_999_50)], holding: 9_999_60,
      reason: "too-little-money"),
  ]

  /// Weeks by calendar and zone: each has an item in its first and its last millisecond, and one just
  /// before and just after, which do not count.
  static let weeks = [
    week(
      "London, the week in which summer begins", now: "2026-03-31T12:00:00Z", "en_GB",
      "Europe/London", from: "2026-03-23T00:00:00.000Z", to: "2026-03-29T22:59:59.999Z",
      start: "2026-03-23", before: "2026-03-22T23:59:59.999Z", after: "2026-03-29T23:00:00.000Z"),
    week(
      "London, the week in which summer ends", now: "2026-10-27T12:00:00Z", "en_GB",
      "Europe/London", from: "2026-10-18T23:00:00.000Z", to: "2026-10-25T23:59:59.999Z",
      start: "2026-10-19", before: "2026-10-18T22:59:59.999Z", after: "2026-10-26T00:00:00.000Z"),
    week(
      "Sundays, in New York", now: "2026-11-24T12:00:00Z", "en_US", "America/New_York",
      from: "2026-11-15T05:00:00.000Z", to: "2026-11-22T04:59:59.999Z", start: "2026-11-15",
      before: "2026-11-15T04:59:59.999Z", after: "2026-11-22T05:00:00.000Z"),
    week(
      "Saturdays, in Cairo", now: "2026-11-24T12:00:00Z", "ar_EG", "Africa/Cairo",
      from: "2026-11-13T22:00:00.000Z", to: "2026-11-20T21:59:59.999Z", start: "2026-11-14",
      before: "2026-11-13T21:59:59.999Z", after: "2026-11-20T22:00:00.000Z"),
    week(
      "Fridays, in the Maldives", now: "2026-11-24T12:00:00Z", "dv_MV", "Indian/Maldives",
      from: "2026-11-12T19:00:00.000Z", to: "2026-11-19T18:59:59.999Z", start: "2026-11-13",
      before: "2026-11-12T18:59:59.999Z", after: "2026-11-19T19:00:00.000Z"),
  ]

  private static func week(
    _ name: String, now: String, _ locale: String, _ zone: String, from first: String,
    to last: String, start: String, before: String, after: String
  ) -> Case {
    Case(
      name: name, locale: locale, zone: zone, now: now, week: "last",
      spendings: [
        .init(4_35, at: first), .init(5_20, at: last), .init(0_01, at: before),
        .init(0_02, at: after),
      ], moves: 145, weekStart: start)
  }

  /// Half past eleven on a Sunday evening by UTC is Monday in London while summer lasts.
  static let sundays = [
    Case(
      name: "23:30Z on a Sunday in summer, the week that begins", now: "2026-07-07T12:00:00Z",
      spendings: [
        .init(4_35, at: "2026-07-05T23:30:00Z"), .init(0_50, at: "2026-07-05T22:30:00Z"),
      ],
      moves: 65, weekStart: "2026-07-06"),
    Case(
      name: "23:30Z on a Sunday in summer, the week that ended", now: "2026-07-07T12:00:00Z",
      week: "last",
      spendings: [
        .init(4_35, at: "2026-07-05T23:30:00Z"), .init(0_50, at: "2026-07-05T22:30:00Z"),
      ],
      moves: 50, weekStart: "2026-06-29"),
    Case(
      name: "23:30Z on a Sunday in winter", now: "2026-11-24T12:00:00Z", week: "last",
      spendings: [
        .init(4_35, at: "2026-11-22T23:30:00Z"), .init(0_50, at: "2026-11-23T00:30:00Z"),
      ],
      moves: 65, weekStart: "2026-11-16"),
  ]

  @Test(arguments: vectors + weeks + sundays)
  func `a round-up moves what it should`(_ example: Case) async throws {
    let now = try date(example.now)
    try await ServedBank.with(now: now) { bank in
      let past = now.addingTimeInterval(-60 * 86_400)
      let (account, goal) = try await bank.books.openAccount(
        in: example.currency, holding: example.holding, at: past)
      for spending in example.spendings {
        try bank.books.pay(
          spending.minorUnits, from: account,
          at: try spending.at.map { try date($0) } ?? now.addingTimeInterval(-3_600),
          spending.direction, spending.status, by: spending.source)
      }
      if example.movedBefore > 0 {
        let order = TransferOrder(
          key: EmbeddedBank.randomID(), account: account.id, goal: try #require(goal),
          amount: Money(minorUnits: example.movedBefore, currency: account.currency))
        guard case .moved = try await bank.books.move(order) else { throw NotMoved() }
      }
      let before = try await bank.books.balance(of: account.id).cleared.minorUnits
      let output = try await walk(at: bank, example, now: now)
      let moved = example.moves ?? 0
      #expect(output["moved"]?["minorUnits"] == example.moves.map { .integer($0) })
      #expect(output["moved"]?["currency"] == example.moves.map { _ in .string(example.currency) })
      #expect(output["reason"]?.string == example.reason)
      #expect(output["weekStart"]?.string == example.weekStart)
      let after = try await bank.books.balance(of: account.id).cleared.minorUnits
      #expect(before - after == moved)
      let goals = try await bank.books.goals(of: account.id)
      #expect(goals.map(\.totalSaved.minorUnits) == [example.movedBefore + moved])
    }
  }

  private struct NotMoved: Error {}

  /// Walks the round-up to its end, as a person would who wants it.
  private func walk(
    at bank: ServedBank, _ example: Case, now: Date
  ) async throws -> JSONValue {
    let app = try AppProcess(at: bank, home: try AppHome(at: bank), now: { now })
    let environment = FlowEnvironment(
      locale: Locale(identifier: example.locale),
      timeZone: try #require(TimeZone(identifier: example.zone)), now: now)
    let ending = Ending()
    let controller = FlowController()
    try #require(app.catalog["round-up"]).start(
      in: controller, SessionOptions(environment: environment),
      handler: FlowHandler { ended, dismisser in
        ending.outcome.withLock { $0 = ended }
        dismisser.dismiss()
      })
    for _ in 0..<20 {
      _ = try await controller.settled()
      guard ending.outcome.withLock({ $0 }) == nil, let prompt = controller.prompt else { break }
      let answer: Answer =
        switch prompt.id {
        case "account": .json("main")
        case "week": .json(.string(example.week))
        case "goal": .json("trip")
        default: true
        }
      #expect(controller.answer(answer) == .accepted, "\(prompt.path)")
    }
    guard case .finished(let output)? = ending.outcome.withLock({ $0 }) else {
      throw Rounds.Astray("\(example.name): \(ending.outcome.withLock { "\($0 as Any)" })")
    }
    return output
  }

  private final class Ending: Sendable {
    let outcome = Mutex<Outcome<JSONValue>?>(nil)
  }
}
