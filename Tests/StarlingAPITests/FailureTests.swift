import Foundation
import ServiceBasics
import StarlingAPI
import TestSupport
import Testing

struct FailureTests {
  private func failure(
    _ status: Int, _ body: String, type: String? = "application/json", retryAfter: String? = nil
  ) -> Starling.Failure {
    Starling.Failure(
      status: status, contentType: type, retryAfter: retryAfter, body: Data(body.utf8))
  }

  @Test func `a refusal in machine codes is read`() {
    let body =
      #"{"errors":[{"message":"INSUFFICIENT_FUNDS"},{"message":"NEW_2031"}],"success":false}"#
    let failure = failure(400, body)
    #expect(failure.codes == [.insufficientFunds, "NEW_2031"])
    #expect(!failure.isInvalidToken)
    #expect(failure.missingScopes == nil)
  }

  @Test func `messages may be bare texts, or not be there`() {
    #expect(failure(400, #"{"errors":["INSUFFICIENT_FUNDS"]}"#).codes == [.insufficientFunds])
    #expect(failure(400, #"{"errors":[{}],"success":false}"#).kind == .codes([]))
    #expect(failure(400, #"{"errors":[]}"#).kind == .codes([]))
  }

  @Test(arguments: [401, 403])
  func `a bad token is known by either status`(_ status: Int) throws {
    let failure = failure(status, try CanonicalJSON.text(Starling.AuthorizationError.unknownToken))
    #expect(failure.isInvalidToken)
    #expect(failure.missingScopes == nil)
  }

  @Test func `a missing scope is named, and is no bad token`() throws {
    let error = Starling.AuthorizationError.insufficientScope(
      required: [.savingsGoalTransferCreate], granted: [.accountRead, .balanceRead])
    #expect(
      error.description
        == "Insufficient scope. Required: [savings-goal-transfer:create]. "
        + "Granted: [account:read, balance:read]")
    let failure = failure(403, try CanonicalJSON.text(error))
    #expect(failure.missingScopes == [.savingsGoalTransferCreate])
    #expect(!failure.isInvalidToken)
  }

  @Test(arguments: [
    (
      #"{"error":"insufficient_scope","error_description":"Insufficient scope. Required: [x:write]. Granted: [a:read, b:read]"}"#,
      ["x:write"]
    ),
    (
      #"{"error":"insufficient_scope","error_description":"Required: [a:read,  b:read]"}"#,
      ["a:read", "b:read"]
    ),
    (#"{"error":"insufficient_scope","error_description":"Required: [a:read"}"#, []),
    (#"{"error":"insufficient_scope"}"#, []),
  ])
  func `the missing scope is read from the bank's sentence`(_ body: String, _ scopes: [String]) {
    #expect(failure(403, body).missingScopes?.map(\.rawValue) == scopes)
  }

  @Test func `a redaction leaves the words that clients decide by`() throws {
    let scope = Starling.AuthorizationError.insufficientScope(
      required: [.balanceRead, "x:scope"], granted: [])
    let authorization = failure(403, try CanonicalJSON.text(scope))
      .mapTexts { $0.replacing("scope", with: "-") }
    #expect(authorization.missingScopes == [.balanceRead, "x:-"])
    #expect(!"\(authorization.kind)".contains("scope. "))
    let codes = failure(400, #"{"errors":["INSUFFICIENT_FUNDS","FUNDS_OTHER"]}"#)
      .mapTexts { $0.replacing("FUNDS", with: "-") }
    #expect(codes.codes == [.insufficientFunds, "-_OTHER"])
    let page = failure(502, "sesame", type: "text/sesame")
      .mapTexts { $0.replacing("sesame", with: "-") }
    #expect(page.kind == .unreadable(contentType: "text/-", snippet: "-"))
  }

  @Test func `an empty body and a page for people are kept as what they are`() {
    #expect(failure(404, "", type: nil).kind == .unreadable(contentType: nil, snippet: ""))
    let page = "<html>\n  <body>Not\tthe bank</body></html>" + String(repeating: "x", count: 9999)
    guard case .unreadable("text/html"?, let snippet) = failure(502, page, type: "text/html").kind
    else {
      Issue.record("it was read")
      return
    }
    #expect(snippet.hasPrefix("<html> <body>Not the bank</body></html>xxx"))
    #expect(snippet.count == 120)
    #expect(failure(401, "", type: nil).isInvalidToken)
    #expect(!failure(403, "", type: nil).isInvalidToken)
  }

  @Test func `how long to wait comes along, if it can be read`() {
    #expect(failure(429, "", retryAfter: "30").retryAfter == .seconds(30))
    #expect(failure(429, "", retryAfter: "later").retryAfter == nil)
  }

  @Test func `a field that fails validation is named as the bank does`() {
    #expect(
      Starling.ErrorCode.invalid(field: "minTransactionTimestamp", "must not be null").rawValue
        == "MIN_TRANSACTION_TIMESTAMP_must not be null")
    #expect(
      (try? CanonicalJSON.text(Starling.ErrorResponse(.insufficientFunds)))
        == #"{"errors":[{"message":"INSUFFICIENT_FUNDS"}],"success":false}"#)
  }

  @Test func `no body however odd stops the reading`() {
    var random = SeededNumbers(seed: 12)
    for length in 0..<200 {
      let bytes = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      _ = Starling.Failure(status: 400, contentType: nil, retryAfter: nil, body: Data(bytes))
    }
    let deep = String(repeating: "[", count: 100_000)
    #expect(failure(400, deep).codes.isEmpty)
  }
}
