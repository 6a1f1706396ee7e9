import Foundation
import FreeAgentAPI
import ServiceBasics
import TestSupport
import Testing

struct FailureTests {
  private func failure(_ status: Int, _ body: String, retryAfter: String? = nil)
    -> FreeAgent.Failure
  {
    FreeAgent.Failure(status: status, retryAfter: retryAfter, body: Data(body.utf8))
  }

  @Test(arguments: [
    (
      400, #"{"errors":[{"message":"found unpermitted parameters: created_at"}]}"#,
      ["found unpermitted parameters: created_at"]
    ),
    (
      401, #"{"errors":{"error":{"message":"Access token not recognised"}}}"#,
      ["Access token not recognised"]
    ),
    (403, #"{"errors":{"error":{"message":"Access denied"}}}"#, ["Access denied"]),
    (404, #"{"errors":{"error":{"message":"Resource not found"}}}"#, ["Resource not found"]),
    (422, #"{"errors":[{"message":"Dated on can't be blank"}]}"#, ["Dated on can't be blank"]),
    (
      422, #"{"errors":[{"message":"a"},{"message":"b"}]}"#, ["a", "b"]
    ),
    (
      422, #"{"errors":{"dated_on":["can't be blank","is too early"]}}"#,
      ["dated on can't be blank", "dated on is too early"]
    ),
    (422, #"{"errors":{"dated_on":"is wrong"}}"#, ["dated on is wrong"]),
    (422, #"{"errors":"status is not valid"}"#, ["status is not valid"]),
    (422, #"{"errors":["mileage is not a number"]}"#, ["mileage is not a number"]),
    (422, #"{"errors":[]}"#, []), (422, #"{"errors":[{}]}"#, []), (422, #"{"errors":null}"#, []),
  ])
  func `each shape of errors is read`(status: Int, body: String, sentences: [String]) {
    let failure = failure(status, body)
    #expect(failure.sentences == sentences)
    #expect(failure.status == status)
    #expect(failure.snippet == nil)
    #expect(failure.authorisation == nil)
  }

  @Test(arguments: [
    (#"{"errors":{"dated_on":["can't be blank"]}}"#, ["can't be blank"]),
    (#"{"errors":[{"message":"Dated on can't be blank"}]}"#, ["can't be blank"]),
    (#"{"errors":["dated_on is odd"]}"#, ["is odd"]),
    (#"{"errors":["category can't be blank"]}"#, []),
  ])
  func `what is said about a member is found in either form`(body: String, words: [String]) {
    #expect(failure(422, body).messages(about: "dated_on") == words)
  }

  @Test func `a failure of an authorisation is one`() {
    let failure = failure(400, #"{"error":"invalid_grant","error_description":"It has ended"}"#)
    #expect(failure.authorisation == .invalidGrant)
    #expect(failure.sentences == ["It has ended"])
    #expect(failure.endsLogIn)
    #expect(self.failure(401, #"{"error":"invalid_client"}"#).authorisation == .invalidClient)
    #expect(!self.failure(401, #"{"error":"invalid_client"}"#).endsLogIn)
    #expect(self.failure(400, #"{"error":"new_in_2031"}"#).authorisation == "new_in_2031")
  }

  @Test func `too many requests are a text, and how long to wait`() {
    let text = FreeAgent.Failure.throttledText(limit: 15, seconds: 60)
    #expect(text == "You must not exceed 15 requests per 60 seconds")
    let failure = failure(429, text, retryAfter: "60")
    #expect(failure.isThrottled)
    #expect(failure.retryAfter == .seconds(60))
    #expect(failure.snippet == text)
  }

  @Test func `pages for people are kept as they begin`() {
    let page = "<html>\n <body>Bad\tgateway</body></html>" + String(repeating: "x", count: 9_999)
    let failure = failure(502, page)
    #expect(failure.snippet?.hasPrefix("<html> <body>Bad gateway</body></html>xxx") == true)
    #expect(failure.snippet?.count == 120)
    #expect(self.failure(500, "").snippet == "")
    #expect(self.failure(500, #"{"message":"no"}"#).snippet == #"{"message":"no"}"#)
    #expect(self.failure(401, "").isInvalidToken && self.failure(403, "").isDenied)
  }

  @Test(arguments: [400, 401, 403, 404, 406, 409, 422])
  func `what a server makes is what a client reads`(status: Int) throws {
    let failure = FreeAgent.Failure(
      status: status, messages: [FreeAgent.Message("Dated on is odd")])
    let body = try CanonicalJSON.data(failure.body)
    #expect(FreeAgent.Failure(status: status, retryAfter: nil, body: body) == failure)
    let token = FreeAgent.Failure(
      status: 400, messages: [FreeAgent.Message("It has ended")], authorisation: .invalidGrant)
    let answer = try CanonicalJSON.data(token.body)
    #expect(FreeAgent.Failure(status: 400, retryAfter: nil, body: answer) == token)
  }

  @Test func `no body however odd stops the reading`() {
    var random = SeededNumbers(seed: 12)
    for length in 0..<200 {
      let bytes = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      _ = FreeAgent.Failure(status: 400, retryAfter: nil, body: Data(bytes)).sentences
    }
    let deep = String(repeating: #"{"errors":"#, count: 50_000)
    #expect(failure(400, deep).messages.isEmpty)
    let nested = String(repeating: "[", count: 300) + String(repeating: "]", count: 300)
    #expect(failure(400, #"{"errors":\#(nested)}"#).messages.isEmpty)
  }
}
