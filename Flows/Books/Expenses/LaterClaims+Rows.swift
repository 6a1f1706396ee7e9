import Books
import BooksClient
import Flowline
import Money
import ServiceBasics
import ServiceSteps

extension BooksContext {
  /// What becomes of later claims if a claim is deleted; empty if it is no journey that counts for the limit
  /// of the tax year.
  func laterClaims(without claim: BookExpense) async throws -> [LaterClaims] {
    guard let journey = claim.journey, journey.isReclaimed, journey.vehicle == .car else {
      return []
    }
    return try await read("miles") { try await $0.laterClaims(without: claim) }
  }

  /// What has become of later claims, now that a claim is written; nil if they are what they were.
  ///
  /// The books are asked once: they may have locked a claim. If they do not answer, it is what was expected,
  /// since what was written is not to look as if it had not been.
  func changes(of expected: [LaterClaims]) async throws -> [LaterClaims]? {
    let expected = expected.filter(\.isChange)
    guard !expected.isEmpty else { return nil }
    let reply: BooksReply<[LaterClaims]> = try await ask("later-claims") { [access] in
      try await access.ask { try await $0.changes(of: expected) }
    }
    guard case .answered(let changes) = reply else { return expected }
    return changes.isEmpty ? nil : changes
  }
}

extension [LaterClaims] {
  /// The rows that say which tax year’s claims are paid another amount; none for those that stay.
  var rows: [Row] {
    let texts = ExpenseFlow.texts
    return flatMap { claims -> [Row] in
      let label = texts("later-claims", claims.year)
      return [
        claims.less.map { Row(label, texts("later-claims.less", $0)) },
        claims.more.map { Row(label, texts("later-claims.more", $0)) },
      ].compactMap(\.self)
    }
  }

  /// Words about a claim, and sentences that say the same as the rows.
  func sentences(after words: Text) -> Text {
    let texts = ExpenseFlow.texts
    let sentences = flatMap { claims -> [Text] in
      [
        claims.less.map { texts("result.later-less", claims.year, $0) },
        claims.more.map { texts("result.later-more", claims.year, $0) },
      ].compactMap(\.self)
    }
    return sentences.reduce(words) { texts("result.with-later", .text($0), .text($1)) }
  }
}
