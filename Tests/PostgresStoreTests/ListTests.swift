import Flowline
import FoundationEssentials
import Testing

@testable import FlowlinePostgres

/// Lists of sessions that another version of the program has changed.
struct ListTests {
  @Test(arguments: ["ada", nil] as [UserID?])
  func `a session that a newer version tells in a word of its own is listed as a newer one`(
    user: UserID?
  ) async throws {
    let trial = try await StoreTrial()
    let store = try await trial.store()
    var keys: Set<SessionKey> = []
    // Before, between and behind the words that this version knows, and its own.
    let words = ["asleep", "dozing", "frozen", "newer", "waiting"]
    for word in words {
      let key = SessionKey("ada", try await store.keep().session)
      keys.insert(key)
      let summary = #"{"version":1,"standing":{"kind":"\#(word)"}}"#
      try await trial.rows(
        "UPDATE flowline_session SET standing = $1, summary = $2 WHERE id = $3", .text(word),
        .bytes([0] + Array(summary.utf8)), .uuid(key.session))
    }
    _ = try await store.keep()
    var query = SessionQuery(of: user, standings: [.newer], limit: 2)
    var found: [SessionPage.Item] = []
    while true {
      let page = try await store.list(query)
      found += page.items
      guard let next = page.next else { break }
      query.after = next
    }
    #expect(found.count == words.count && Set(found.map(\.key)) == keys)
    #expect(found.allSatisfy { $0.session.standing == .newer(format: nil) })
    #expect(try await store.list(SessionQuery(of: user, standings: [.unfinished])).items.count == 1)
    #expect(try await store.list(SessionQuery(of: user)).items.count == words.count + 1)
    #expect(try await store.list(SessionQuery(of: user, standings: [])).items.isEmpty)
  }
}
