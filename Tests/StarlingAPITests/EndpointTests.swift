import BankDocuments
import Foundation
import SandboxKit
import ServiceBasics
import StarlingAPI
import Testing

/// Every request against the documents of the API.
struct EndpointTests {
  private static let account = "aaaaaaaa-0000-4000-8000-000000000001"
  private static let goal = "bbbbbbbb-0000-4000-8000-000000000002"
  private static let other = "cccccccc-0000-4000-8000-000000000003"
  private static let time = Timestamp(milliseconds: 1_794_268_800_123)
  private static let amount = Starling.Amount(currency: "GBP", minorUnits: 158)

  static let all: [any Starling.Endpoint] = [
    Starling.GetAccounts(),
    Starling.GetBalance(account: account),
    Starling.GetAccountIdentifiers(account: account),
    Starling.GetConfirmationOfFunds(account: account, minorUnits: 158),
    Starling.GetSpaces(account: account),
    Starling.GetFeedChanges(account: account, category: other, since: time),
    Starling.GetFeedBetween(account: account, category: other, from: time, until: time),
    Starling.GetSettledFeedBetween(account: account, from: time, until: time),
    Starling.GetFeedItem(account: account, category: goal, item: other),
    Starling.GetSavingsGoals(account: account),
    Starling.GetSavingsGoal(account: account, goal: goal),
    Starling.CreateSavingsGoal(
      account: account, request: Starling.SavingsGoalRequest(name: "Trip", currency: "GBP")),
    Starling.UpdateSavingsGoal(
      account: account, goal: goal,
      request: Starling.SavingsGoalRequest(name: "Trip", currency: "GBP")),
    Starling.DeleteSavingsGoal(account: account, goal: goal),
    Starling.GetSavingsGoalPhoto(account: account, goal: goal),
    Starling.AddMoney(
      account: account, goal: goal, transfer: other,
      request: Starling.GoalTransferRequest(amount: amount)),
    Starling.WithdrawMoney(
      account: account, goal: goal, transfer: other,
      request: Starling.GoalTransferRequest(amount: amount)),
    Starling.GetRecurringTransfer(account: account, goal: goal),
    Starling.PutRecurringTransfer(
      account: account, goal: goal,
      request: Starling.RecurringTransferRequest(
        recurrenceRule: Starling.RecurrenceRule(startDate: "2026-11-20", frequency: .weekly),
        amount: amount)),
    Starling.DeleteRecurringTransfer(account: account, goal: goal),
    Starling.GetRoundUp(account: account),
    Starling.PutRoundUp(
      account: account,
      request: Starling.RoundUpRequest(roundUpGoalUid: goal, roundUpMultiplier: 1)),
    Starling.DeleteRoundUp(account: account),
    Starling.GetIdentity(),
    Starling.LogOut(),
  ]

  @Test(arguments: all.indices, DocumentSource.available)
  func `a request is as the document has it`(
    _ index: Int, in source: DocumentSource
  ) throws {
    let endpoint = Self.all[index]
    let kind = type(of: endpoint)
    let (verb, route) = (kind.method.rawValue, kind.route)
    let document = try #require(source.document, "it cannot be read")
    let operation = try #require(
      document.operations.first { $0.method == verb && $0.path == route }, "no \(verb) \(route)")
    #expect(endpoint.query.map(\.name) == operation.query)
    #expect((endpoint.body != nil) == operation.hasBody)
    #expect(kind.scopes.map(\.rawValue) == operation.scopes)

    let description = try #require(document.operation(method: verb, path: route[...]))
    let named = (description["parameters"]?.elements ?? []).filter { $0["in"]?.string == "path" }
    let braced = route.split(separator: "/").filter { $0.hasPrefix("{") }
    #expect(
      braced.map { String($0.dropFirst().dropLast()) } == named.compactMap { $0["name"]?.string })
    #expect(endpoint.pathValues.count == braced.count)

    let answers = try #require(description["responses"]).members
    let success = try #require(answers.first { $0.key.hasPrefix("2") }?.value)
    let promisesBody = success["content"]?.members.isEmpty == false
    #expect((kind.answerType == Starling.Nothing.self) == !promisesBody)
  }

  @Test func `the values stand in the braces in their order`() {
    let endpoint = Starling.AddMoney(
      account: "A", goal: "G", transfer: "T",
      request: Starling.GoalTransferRequest(amount: Self.amount))
    #expect(
      endpoint.path == ["api", "v2", "account", "A", "savings-goals", "G", "add-money", "T"])
    #expect(Self.all.allSatisfy { $0.path.starts(with: Starling.prefix) })
    #expect(Self.all.allSatisfy { endpoint in !endpoint.path.contains { $0.contains("{") } })
  }

  @Test func `times in a query have three digits of a second, and amounts no sign of a currency`() {
    let between = Starling.GetFeedBetween(
      account: "A", category: "C", from: Self.time, until: Timestamp(milliseconds: 0))
    #expect(between.query.map(\.value) == ["2026-11-10T00:00:00.123Z", "1970-01-01T00:00:00.000Z"])
    let funds = Starling.GetConfirmationOfFunds(account: "A", minorUnits: 158)
    #expect(funds.query.map(\.value) == ["158"])
  }

  @Test func `only what is the same however often it is sent may be repeated`() {
    let once = Self.all.filter { !type(of: $0).isRepeatable }.map { "\(type(of: $0))" }
    #expect(
      Set(once) == [
        "CreateSavingsGoal", "DeleteSavingsGoal", "DeleteRecurringTransfer", "DeleteRoundUp",
        "LogOut",
      ])
  }

  @Test func `a success that promises no body is one, whatever is in it`() throws {
    #expect(try Starling.LogOut.answer(from: Data()) == Starling.Nothing())
    #expect(try Starling.LogOut.answer(from: Data("<html>".utf8)) == Starling.Nothing())
    #expect(throws: DecodingError.self) { try Starling.GetAccounts.answer(from: Data()) }
  }
}

extension Starling.Endpoint {
  fileprivate static var answerType: any (Decodable & Sendable).Type { Answer.self }
}

extension Starling {
  fileprivate static var prefix: [String] {
    pathPrefix.split(separator: "/").map(String.init)
  }
}
