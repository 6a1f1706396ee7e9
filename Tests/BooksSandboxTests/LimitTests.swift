import EmbeddedBooks
import FoundationEssentials
import SandboxKit
import ServiceBasics
import ServiceCalls
import Synchronization
import TestSupport
import Testing

@testable import BooksSandbox

/// How often users may call, and what goes wrong by order.
struct LimitTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func expectThrottled(_ answer: CallResponse, _ count: Int) {
    #expect(answer.status == 429)
    #expect(answer.text == "You must not exceed \(count) requests per 60 seconds")
    #expect(answer.header("Retry-After") == "60")
    #expect(answer.contentType == "text/plain; charset=utf-8")
  }

  @Test func `each user has 120 calls a minute and 3600 an hour`() throws {
    let clock = SandboxClock(
      standingAt: try #require(Timestamp(TestBooks.noon)).date, uptime: { .zero })
    let counter = CallCounter(by: clock)
    func call() -> CallLimit? { counter.exceeded(by: "owner", BooksLimits.calls) }
    for _ in 0..<30 {
      #expect((0..<120).compactMap { _ in call() } == [])
      // In the last minute both limits are met; the shorter one is told.
      #expect(call() == CallLimit(120, per: 60))
      clock.advance(milliseconds: 60_000)
    }
    let over = try #require(call())
    #expect(over == CallLimit(3600, per: 3600))
    let reply = BooksLimits.reply(over)
    #expect(reply.status == 429 && reply.retryAfter == "3600")
    #expect(
      String(decoding: reply.body, as: UTF8.self)
        == "You must not exceed 3600 requests per 3600 seconds")
    clock.advance(milliseconds: 1_800_000)
    #expect(call() == nil)
  }

  @Test func `a user who calls too often is refused for a minute, whatever the token`() async throws
  {
    try await TestBooks.with(folder) { books in
      let token = try books.token(of: SampleCompany.owner)
      func call() async throws -> CallResponse {
        try await books.send(.get, "v2/users/me", token: token)
      }
      for _ in 0..<120 {
        let answer = try await call()
        #expect(answer.status == 200)
        #expect(answer.header("Retry-After") == nil)
      }
      expectThrottled(try await call(), 120)
      let other = try await books.send(
        .get, "v2/users/me", token: try books.token(of: SampleCompany.bookkeeper))
      #expect(other.status == 200)
      // Another token of the same user counts as well.
      let again = try await books.send(
        .get, "v2/users/me", token: try books.token(of: SampleCompany.owner))
      expectThrottled(again, 120)
      try await books.control(.put, "clock", #"{"advanceSeconds":60}"#)
      #expect(try await call().status == 200)
    }
  }

  @Test(arguments: [("true", 5), ("1", 5), ("false", 8), ("", 8)])
  func `the header of tests has five calls a minute be the limit`(
    value: String, allowed: Int
  ) async throws {
    try await TestBooks.with(folder) { books in
      let token = try books.token(of: SampleCompany.owner)
      for number in 1...8 {
        let answer = try await books.send(
          .get, "v2/users/me", token: token, headers: [.init("X-RateLimit-Test", value)])
        if number <= allowed {
          #expect(answer.status == 200)
        } else {
          expectThrottled(answer, 5)
        }
      }
    }
  }

  @Test func `a limit ends with its minute although the clock is stopped`() async throws {
    let passed = Mutex(Duration.zero)
    let uptime: @Sendable () -> Duration = { passed.withLock { $0 } }
    try await TestBooks.with(folder, configure: { $0.server.uptime = uptime }) { books in
      let token = try books.token(of: SampleCompany.owner)
      for number in 1...12 {
        let answer = try await books.send(
          .get, "v2/users/me", token: token, headers: [.init("X-RateLimit-Test", "1")])
        if number.isMultiple(of: 6) {
          expectThrottled(answer, 5)
          passed.withLock { $0 += .seconds(60) }
        } else {
          #expect(answer.status == 200)
        }
      }
    }
  }

  @Test func `tokens are given 15 times a minute`() async throws {
    try await TestBooks.with(folder) { books in
      let user = try #require(try books.sandbox.books.user(SampleCompany.owner))
      var refresh = try books.sandbox.giveTokens(to: user).refresh
      func renew() async throws -> CallResponse {
        try await books.send(
          .post, "v2/token_endpoint",
          headers: [.init("Authorization", books.service.client.header)],
          body: .form([.init("grant_type", "refresh_token"), .init("refresh_token", refresh)]))
      }
      for _ in 0..<15 {
        let answer = try await renew()
        struct Tokens: Decodable { var refresh_token: String }
        refresh = try JSONDecoder().decode(Tokens.self, from: answer.body).refresh_token
      }
      expectThrottled(try await renew(), 15)
      try await books.control(.put, "clock", #"{"advanceSeconds":60}"#)
      #expect(try await renew().status == 200)
    }
  }

  @Test(arguments: [
    (#"{"kind":"status"}"#, 500, "text/html; charset=utf-8", "<!DOCTYPE html>"),
    (#"{"kind":"html","status":502}"#, 502, "text/html;charset=utf-8", "<!doctype html>"),
    (
      #"{"kind":"status","status":429}"#, 429, "text/plain; charset=utf-8",
      "You must not exceed 120 requests per 60 seconds"
    ),
    (
      #"{"kind":"status","status":404}"#, 404, "application/json; charset=utf-8",
      #"{"errors":{"error":{"message":"FAULT"}}}"#
    ),
    (
      #"{"kind":"status","status":422,"error":"Dated on can't be blank"}"#, 422,
      "application/json; charset=utf-8", #"{"errors":[{"message":"Dated on can't be blank"}]}"#
    ),
    (#"{"kind":"content-type"}"#, 200, "text/plain;charset=utf-8", #"{"company":"#),
  ]) func `faults by order look as the service's own`(
    fault: String, status: Int, type: String, start: String
  ) async throws {
    try await TestBooks.with(folder) { books in
      let token = try books.token(of: SampleCompany.owner)
      try await books.control(.post, "faults", fault)
      let answer = try await books.send(.get, "v2/company", token: token)
      #expect(answer.status == status)
      #expect(answer.contentType == type)
      #expect(answer.text.hasPrefix(start))
      #expect(answer.header("Retry-After") == (status == 429 ? "60" : nil))
      #expect(try await books.send(.get, "v2/company", token: token).status == 200)
    }
  }
}
