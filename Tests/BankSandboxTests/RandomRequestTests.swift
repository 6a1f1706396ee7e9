import BankTestSupport
import SandboxKit
import StarlingAPI
import TestSupport
import Testing

@testable import BankSandbox

/// Requests that no client in its right mind would send.
struct RandomRequestTests {
  private static let numbers = [
    "0", "1", "-1", "1.5", "1e300", "2147483648", "9223372036854775807", "9223372036854775808",
  ]
  private static let words = [
    "", "GBP", "EUR", "XXX", "x", "é\\u0000", "\\ud83d", "WEEKLY", "SUNDAY", "0001-01-01",
    "2026-12-01", "9999-12-31", "2026-02-30", uuid(1, "d"), uuid(1, "a"), "COFFEE", "aGk=",
    String(repeating: "x", count: 300),
  ]
  private static let names = [
    "name", "currency", "target", "amount", "minorUnits", "reference", "base64EncodedPhoto",
    "recurrenceRule", "startDate", "frequency", "interval", "count", "untilDate", "days", "topUp",
    "roundUpGoalUid", "roundUpMultiplier", "userNote", "spendingCategory",
  ]
  private static let times = [
    "2026-01-01T00:00:00Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59.9999-23:59", "%", "%2",
    "%FF", "", "+++++++", "%20%20%20%20%20%20%20", "x", "5", "-1", "99999999999999999999",
  ]

  @Test(arguments: 1...(runsLongTests ? 4 : 1 as UInt64))
  func `is never taken out of step`(seed: UInt64) async throws {
    var random = SplitMix64(state: seed)
    try await TestSandbox.with { bank in
      var counts: [Int: Int] = [:]
      for _ in 0..<250 {
        let operation = try #require(APIOperations.all.randomElement(using: &random))
        guard operation.route != Starling.LogOut.route else { continue }
        var method = operation.method.rawValue
        // Goals should not be gone at once.
        if method == "DELETE" || one(in: 20, &random) { method = "PATCH" }
        let path = operation.route.split(separator: "/").dropFirst(2)
          .map { segment($0, bank, &random) }.joined(separator: "/")
        let query = [
          "changesSince", "minTransactionTimestamp", "maxTransactionTimestamp",
          "targetAmountInMinorUnits",
        ].map { "\($0)=\(Self.times.randomElement(using: &random) ?? "")" }.joined(separator: "&")
        var body = json(depth: 3, &random)
        if one(in: 10, &random) { body.removeLast(Int.random(in: 0...body.count, using: &random)) }
        if one(in: 50, &random) { body = String(repeating: "[", count: 10_000) }
        let answer = try await bank.send(method, "/\(path)?\(query)", method == "GET" ? nil : body)
        #expect(answer.status < 500, "\(method) \(path)?\(query) \(body)")
        counts[answer.status, default: 0] += 1
      }
      #expect(Set(counts.keys).isSuperset(of: [200, 400, 404, 405]))
    }
  }

  private func segment(
    _ part: Substring, _ bank: TestSandbox, _ random: inout SplitMix64
  ) -> String {
    guard part.first == "{" else { return String(part) }
    let known: [Substring: String] = [
      "{accountUid}": bank.account, "{categoryUid}": bank.category,
      "{savingsGoalUid}": bank.goal, "{feedItemUid}": uuid(201, "b"),
    ]
    let made = uuid(Int.random(in: 1...100_000, using: &random), "f")
    if one(in: 20, &random) { return made.replacing("4", with: "g") }
    return one(in: 20, &random) ? made : known[part] ?? made
  }

  private func json(depth: Int, _ random: inout SplitMix64) -> String {
    switch Int.random(in: depth == 3 ? 5...5 : 0...(depth > 0 ? 6 : 3), using: &random) {
    case 0: return Bool.random(using: &random) ? "null" : "true"
    case 1: return Self.numbers.randomElement(using: &random) ?? "0"
    case 2, 3: return "\"\(Self.words.randomElement(using: &random) ?? "")\""
    case 4: return "[\(json(depth: depth - 1, &random))]"
    case 6: return #"{"currency":"GBP","minorUnits":\#(Int.random(in: 1...9, using: &random))}"#
    default:
      let members = Self.names.filter { _ in !one(in: 3, &random) }
        .map { "\"\($0)\":\(json(depth: depth - 1, &random))" }
      return "{\(members.joined(separator: ","))}"
    }
  }

  private func one(in count: Int, _ random: inout SplitMix64) -> Bool {
    Int.random(in: 0..<count, using: &random) == 0
  }
}
