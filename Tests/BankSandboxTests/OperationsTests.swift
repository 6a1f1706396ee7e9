import Bank
import BankDocuments
import BankTestSupport
import EmbeddedBank
import SandboxKit
import StarlingAPI
import TestSupport
import Testing

@testable import BankSandbox

/// A walk over everything the API does, each answer held against the document of it.
struct OperationsTests {
  @Test func `serves every operation as the document describes it, and no other`() async throws {
    try await TestSandbox.with { bank in
      try await readAccounts(bank)
      try await readFeed(bank)
      try await writeGoals(bank)
      try await repeatTransfers(bank)
      try await roundUp(bank)
      #expect(try await bank.send("GET", "/identity/token").status == 200)
      #expect(try await bank.send("PUT", "/identity/logout").status == 202)
      let served = Set(APIOperations.all.map { "\($0.method.rawValue) \($0.route)" })
      #expect(bank.exercisedOperations == served)
      let promised = try #require(Documents.own).operations.map { "\($0.method) \($0.path)" }
      #expect(served == Set(promised))
    }
  }

  @Test(.enabled(if: runsLongTests, "one of the long tests: make test-long DOCUMENT=FILE"))
  func `promises nothing that the bank's own document does not`() throws {
    let own = try #require(Documents.own)
    let bank = try #require(
      Documents.bank, "make test-long DOCUMENT=FILE names the bank's document of its API")
    #expect(own.excess(over: bank) == [])
    #expect(Set(bank.operations.flatMap(\.scopes)) == TokenScopes.all)
  }

  @Test func `lets a token do what its scope is for, and nothing else`() async throws {
    let promised = try #require(Documents.own).operations
    let scopes = Set(promised.flatMap(\.scopes))
    #expect(Set(APIOperations.allScopes) == scopes)
    #expect(scopes.isSubset(of: TokenScopes.all))
    try await TestSandbox.with { bank in
      for operation in APIOperations.all {
        let documented = try #require(
          promised.first { $0.method == operation.method.rawValue && $0.path == operation.route })
        // Its path leads nowhere, so that none of them does anything.
        let path = path(of: operation, bank).replacing(bank.account, with: uuid(1, "e"))
        for scope in scopes.sorted() where operation.route != Starling.LogOut.route {
          let token = #"{"token":"scoped","scopes":["\#(scope)"]}"#
          try await bank.control("PUT", "tokens", token)
          let answer = try await bank.send(
            documented.method, path, "{}", authorization: "Bearer scoped")
          let isLetIn = documented.scopes.isEmpty || documented.scopes.contains(scope)
          #expect((answer.status != 403) == isLetIn, "\(operation.method) \(path) with \(scope)")
          #expect(answer.status != 401)
        }
      }
    }
  }

  @Test func `lets nobody use an operation without its scope, and says which that is`()
    async throws
  {
    let promised = try #require(Documents.own).operations
    try await TestSandbox.with { bank in
      let none = #"[{"token":"none","scopes":["card:read","payee:read"]}]"#
      try await bank.control("PUT", "tokens", none)
      for documented in promised where !documented.scopes.isEmpty {
        let operation = try #require(
          APIOperations.all.first {
            $0.method.rawValue == documented.method && $0.route == documented.path
          })
        let path = path(of: operation, bank)
        let answer = try await bank.send(
          operation.method.rawValue, path, "{}", authorization: "Bearer none")
        #expect(answer.status == 403)
        let scopes = documented.scopes.joined(separator: ", ")
        let description = try answer.json["error_description"]?.string
        #expect(
          description
            == "Insufficient scope. Required: [\(scopes)]. Granted: [card:read, payee:read]")
        #expect(try answer.json["error"]?.string == "insufficient_scope")
      }
    }
  }

  @Test func `refuses every operation on what is not there`() async throws {
    try await TestSandbox.with { bank in
      let body = """
        {"name":"Boat","currency":"GBP","amount":\(pence(1)),"userNote":"","spendingCategory":"CAR",
        "roundUpGoalUid":"\(uuid(1, "d"))","roundUpMultiplier":1,
        "recurrenceRule":{"startDate":"2026-12-01","frequency":"DAILY"}}
        """
      for operation in APIOperations.all where operation.route.contains("{") {
        let path = path(of: operation, bank)
        let query = """
          changesSince=2026-01-01T00:00:00Z&minTransactionTimestamp=2026-01-01T00:00:00Z\
          &maxTransactionTimestamp=2026-02-01T00:00:00Z&targetAmountInMinorUnits=1
          """
        let unknown = path.replacing(bank.account, with: uuid(1, "e"))
        let answer = try await bank.send(operation.method.rawValue, "\(unknown)?\(query)", body)
        #expect(answer.status == 404, "\(operation.method) \(operation.route)")
        #expect(try answer.messages == ["UNKNOWN_ACCOUNT"])
        for (known, prefix) in [(bank.goal, "d"), (bank.category, "c"), (uuid(201, "b"), "b")]
        where path.contains(known) {
          let unknown = path.replacing(known, with: uuid(99, prefix))
          let answer = try await bank.send(operation.method.rawValue, "\(unknown)?\(query)", body)
          #expect([400, 404].contains(answer.status), "\(operation.method) \(unknown)")
          #expect(try answer.messages.count == 1)
        }
      }
    }
  }

  @Test func `refuses a body that is no JSON, or not what it must be`() async throws {
    try await TestSandbox.with { bank in
      for operation in APIOperations.all where operation.method == .put {
        guard !operation.route.hasSuffix("logout") else { continue }
        let path = path(of: operation, bank)
        for (body, message) in [
          ("", "The request body must not be null"), ("{", "Unable to process JSON"),
          ("[]", "Unable to process JSON"), ("\"\"", "Unable to process JSON"),
        ] {
          let answer = try await bank.send("PUT", path, body)
          #expect(answer.status == 400)
          #expect(try answer.messages == [message], "\(operation.route)")
        }
        let empty = try await bank.send("PUT", path, "{}")
        #expect(empty.status == 400)
        #expect(try empty.messages.first?.hasSuffix("_must not be null") == true)
      }
    }
  }

  private func path(of operation: BankSandbox.Operation, _ bank: TestSandbox) -> String {
    String(operation.route.dropFirst("/api/v2".count))
      .replacing("{accountUid}", with: bank.account)
      .replacing("{categoryUid}", with: bank.category)
      .replacing("{savingsGoalUid}", with: bank.goal)
      .replacing("{feedItemUid}", with: uuid(201, "b"))
      .replacing("{transferUid}", with: uuid(1, "f"))
  }

  private func readAccounts(_ bank: TestSandbox) async throws {
    let accounts = try await bank.send("GET", "/accounts").json["accounts"]?.elements ?? []
    #expect(accounts.compactMap { $0["name"]?.string } == ["Personal", "Business", "Euro"])
    #expect(
      accounts.compactMap { $0["accountType"]?.string } == ["PRIMARY", "ADDITIONAL", "ADDITIONAL"])
    for account in accounts {
      let id = account["accountUid"]?.string ?? ""
      #expect(try await bank.send("GET", "/accounts/\(id)/balance").status == 200)
      let numbers = try await bank.send("GET", "/accounts/\(id)/identifiers").json
      let iban = try #require(numbers["iban"]?.string)
      #expect(AccountNumber.remainder(of: "\(iban.dropFirst(4))\(iban.prefix(4))") == 1)
      #expect(try await bank.send("GET", "/account/\(id)/spaces").status == 200)
    }
    let funds = "/accounts/\(bank.account)/confirmation-of-funds?targetAmountInMinorUnits="
    let effective =
      try await bank.send("GET", "/accounts/\(bank.account)/balance")
      .json["effectiveBalance"]?["minorUnits"]?.integer ?? 0
    for (amount, isThere) in [(0, true), (effective, true), (effective + 1, false)] {
      let answer = try await bank.send("GET", "\(funds)\(amount)").json
      #expect(answer["requestedAmountAvailableToSpend"]?.bool == isThere)
      #expect(answer["accountWouldBeInOverdraftIfRequestedAmountSpent"]?.bool == !isThere)
    }
    for (text, rule) in [
      ("-1", "must be greater than or equal to 0"), ("x", "must be a number"),
      ("%2B5", "must be a number"), ("+5", "must be a number"), ("", "must not be null"),
    ] {
      let answer = try await bank.send("GET", "\(funds)\(text)")
      #expect(answer.status == 400)
      #expect(try answer.messages == ["TARGET_AMOUNT_IN_MINOR_UNITS_\(rule)"])
    }
  }

  private func readFeed(_ bank: TestSandbox) async throws {
    let category = "/feed/account/\(bank.account)/category/\(bank.category)"
    let interval = """
      minTransactionTimestamp=2026-01-01T00:00:00Z&maxTransactionTimestamp=2027-01-01T00:00:00Z
      """
    for path in [
      "\(category)?changesSince=2026-01-01T00:00:00Z",
      "\(category)/transactions-between?\(interval)",
      "/feed/account/\(bank.account)/settled-transactions-between?\(interval)",
    ] {
      #expect(try await bank.send("GET", path).json["feedItems"]?.elements.count ?? 0 > 10)
    }
    let item = "\(category)/\(uuid(201, "b"))"
    #expect(try await bank.send("GET", item).json["counterPartyName"]?.string == "Corner Coffee")
    #expect(try await bank.send("PUT", "\(item)/user-note", #"{"userNote":"☕"}"#).status == 200)
    let filed = try await bank.send(
      "PUT", "\(item)/spending-category", #"{"spendingCategory":"COFFEE"}"#)
    #expect(filed.status == 200)
    let changed = try await bank.send("GET", item).json
    #expect(changed["userNote"]?.string == "☕")
    #expect(changed["spendingCategory"]?.string == "COFFEE")
    #expect(changed["updatedAt"]?.string == TestSandbox.noon)
    let wrong = try await bank.send(
      "PUT", "\(item)/spending-category", #"{"spendingCategory":"TEA"}"#)
    #expect(try wrong.messages == ["SPENDING_CATEGORY_must be a spending category"])
  }

  private func writeGoals(_ bank: TestSandbox) async throws {
    let goals = "/account/\(bank.account)/savings-goals"
    let made = try await bank.send(
      "PUT", goals,
      #"{"name":"Boat","currency":"GBP","target":\#(pence(1000)),"base64EncodedPhoto":"aGk="}"#)
    #expect(try made.json["success"]?.bool == true)
    let boat = "\(goals)/\(try #require(try made.json["savingsGoalUid"]?.string))"
    #expect(
      try await bank.send("GET", "\(boat)/photo").json["base64EncodedPhoto"]?.string == "aGk=")
    #expect(try await bank.send("GET", "\(goals)/\(bank.goal)/photo").status == 404)
    let renamed = try await bank.send(
      "PUT", boat, #"{"name":"Ship","currency":"GBP","target":null}"#)
    #expect(renamed.status == 200)
    let ship = try await bank.send("GET", boat).json
    #expect(ship["name"]?.string == "Ship")
    #expect(ship["target"] == nil)
    #expect(ship["savedPercentage"] == nil)
    #expect(try await bank.send("GET", goals).json["savingsGoalList"]?.elements.count == 2)
    let body = #"{"amount":\#(pence(500)),"reference":"Sails"}"#
    #expect(
      try await bank.send("PUT", "\(boat)/add-money/\(uuid(1, "f"))", body).status == 200)
    #expect(
      try await bank.send("PUT", "\(boat)/withdraw-money/\(uuid(2, "f"))", body).status == 200)
    #expect(try await bank.send("DELETE", boat).status == 200)
    #expect(try await bank.send("GET", boat).status == 404)
    #expect(try await bank.send("DELETE", boat).messages == ["UNKNOWN_SAVINGS_GOAL"])
  }

  private func repeatTransfers(_ bank: TestSandbox) async throws {
    let path = "/account/\(bank.account)/savings-goals/\(bank.goal)/recurring-transfer"
    #expect(try await bank.send("GET", path).status == 404)
    #expect(try await bank.send("DELETE", path).status == 404)
    let rule = #"{"startDate":"2026-11-02","frequency":"WEEKLY","days":["MONDAY","FRIDAY"]}"#
    let body = #"{"amount":\#(pence(500)),"recurrenceRule":\#(rule),"topUp":false}"#
    let made = try await bank.send("PUT", path, body).json["transferUid"]?.string
    let kept = try await bank.send("GET", path).json
    #expect(kept["transferUid"]?.string == made)
    #expect(kept["nextPaymentDate"]?.string == "2026-11-20")
    #expect(kept["currencyAndAmount"]?["minorUnits"]?.integer == 500)
    #expect(try await bank.send("DELETE", path).status == 200)
    let gaps: [(String, [String])] = [("[null]", []), (#"[null,"FRIDAY"]"#, ["FRIDAY"])]
    for (days, kept) in gaps {
      let gappy = body.replacing(#"["MONDAY","FRIDAY"]"#, with: days)
      #expect(try await bank.send("PUT", path, gappy).status == 200)
      let told = try await bank.send("GET", path).json["recurrenceRule"]?["days"]?.elements ?? []
      #expect(told.compactMap(\.string) == kept)
    }
    let past = body.replacing("\"frequency\"", with: "\"count\":1,\"frequency\"")
    #expect(
      try await bank.send("PUT", path, past).messages
        == ["RECURRENCE_RULE_must have a payment to come"])
  }

  private func roundUp(_ bank: TestSandbox) async throws {
    let path = "/feed/account/\(bank.account)/round-up"
    #expect(try await bank.send("GET", path).json["active"]?.bool == false)
    let body = #"{"roundUpGoalUid":"\#(bank.goal)","roundUpMultiplier":2}"#
    #expect(try await bank.send("PUT", path, body).status == 200)
    let kept = try await bank.send("GET", path).json
    #expect(kept["roundUpGoal"]?["roundUpMultiplier"]?.integer == 2)
    let paid = try await bank.control("POST", "payments", #"{"amount":\#(pence(435))}"#).json
    let item = try #require(paid["feedItemUid"]?.string)
    let rounded = try await bank.send(
      "GET", "/feed/account/\(bank.account)/category/\(bank.category)/\(item)"
    ).json["roundUp"]
    #expect(rounded?["amount"]?["minorUnits"]?.integer == 130)
    #expect(rounded?["goalCategoryUid"]?.string == bank.goal)
    #expect(try await bank.send("DELETE", path).status == 200)
    #expect(try await bank.send("GET", path).json["active"]?.bool == false)
    let eleven = body.replacing(":2", with: ":11")
    #expect(
      try await bank.send("PUT", path, eleven).messages
        == ["ROUND_UP_MULTIPLIER_must be between 1 and 10"])
  }
}
