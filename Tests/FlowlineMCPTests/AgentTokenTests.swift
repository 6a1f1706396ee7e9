import Flowline
import FoundationEssentials
import Testing

@testable import FlowlineMCP

/// How tokens of agents are kept, of several requests at once.
struct AgentTokenTests {
  private let values = MemoryValueStore()
  private let clock = ManualFlowClock(at: Date(timeIntervalSince1970: 1_000_000))
  private let tokens: AgentTokens

  init() { tokens = AgentTokens(keptIn: values, clock: clock) }

  private func kept(of user: UserID, on shelf: String) async throws -> [KeptValue] {
    try await values.values(of: user, on: shelf, beginning: "")
  }

  @Test func `of many asked for at once no more are made than one after the other`() async throws {
    let made = try await withThrowingTaskGroup(of: String?.self) { group in
      for number in 1...60 {
        group.addTask { [tokens] in try await tokens.make(for: "ada", named: "agent \(number)") }
      }
      return try await group.reduce(into: [String]()) { made, token in
        if let token { made.append(token) }
      }
    }
    #expect(made.count == AgentTokens.most && Set(made).count == made.count)
    for token in made { #expect(try await tokens.user(of: token) == "ada") }
    let grants = try await tokens.grants(of: "ada")
    #expect(grants.count == AgentTokens.most)
    #expect(try await kept(of: "ada", on: "agent-token-digests").count == AgentTokens.most)
    #expect(try await tokens.make(for: "ada", named: "one more") == nil)
    #expect(try await tokens.make(for: "eve", named: "of another") != nil)
    // The place of one that is revoked is free.
    try await tokens.revoke(grants[7].id, of: "ada")
    let next = try #require(try await tokens.make(for: "ada", named: "one more"))
    #expect(try await tokens.user(of: next) == "ada")
    #expect(try await tokens.grants(of: "ada").count == AgentTokens.most)
  }

  @Test func `all tokens of a user are revoked at once, and no one else's`() async throws {
    var made: [String] = []
    for number in 1...3 {
      made.append(try #require(try await tokens.make(for: "ada", named: "agent \(number)")))
    }
    let other = try #require(try await tokens.make(for: "eve", named: "agent"))
    try await tokens.revokeAll(of: "ada")
    for token in made { #expect(try await tokens.user(of: token) == nil) }
    #expect(try await tokens.grants(of: "ada").isEmpty)
    #expect(try await tokens.user(of: other) == "eve")
  }

  @Test func `places are free again once their tokens have expired and are forgotten`() async throws
  {
    for number in 1...AgentTokens.most {
      _ = try await tokens.make(for: "ada", named: "agent \(number)")
    }
    clock.advance(to: Date(timeIntervalSince1970: 1_000_000 + 91 * 86_400))
    #expect(try await tokens.grants(of: "ada").isEmpty)
    try await values.removeExpired(by: clock.now)
    #expect(try await tokens.make(for: "ada", named: "next") != nil)
  }

  @Test func `a form that is sent several times at once has one token and one place`() async throws
  {
    let form = UUID()
    let made = try await withThrowingTaskGroup(of: AgentTokens.Making.self) { group in
      for _ in 1...8 {
        group.addTask { [tokens] in try await tokens.make(for: "ada", named: "a b", by: form) }
      }
      return try await group.reduce(into: Set<AgentTokens.Making>()) { $0.insert($1) }
    }
    #expect(made.count == 1)
    let grants = try await tokens.grants(of: "ada")
    #expect(grants.map(\.name) == ["a b"])
    try await tokens.revoke(try #require(grants.first).id, of: "ada")
    for shelf in ["agent-token-digests", "agent-token-places"] {
      #expect(try await kept(of: "ada", on: shelf).isEmpty)
    }
  }

  @Test func `a request that was cut off behind its place is completed when it is sent again`()
    async throws
  {
    let form = UUID()
    guard case .made(let token) = try await tokens.make(for: "ada", named: "desk", by: form) else {
      Issue.record("it was not made")
      return
    }
    let grants = try await tokens.grants(of: "ada")
    try await values.remove(named: try #require(grants.first).id, on: "agent-token-digests")
    #expect(try await tokens.user(of: token) == nil)
    #expect(try await tokens.make(for: "ada", named: "desk", by: form) == .made(token))
    #expect(try await tokens.user(of: token) == "ada")
    #expect(try await tokens.grants(of: "ada") == grants)
  }

  @Test func `those of a user are found by name, without reading the others'`() async throws {
    for user in ["ada", "eve"] as [UserID] {
      _ = try await tokens.make(for: user, named: "desk")
      let places = try await kept(of: user, on: "agent-token-places")
      #expect(
        places.count == 1 && places.allSatisfy { $0.name.hasPrefix(KeptValue.start(of: user)) })
      // It would be listed by reading all of them.
      #expect(try await kept(of: user, on: "agent-token").isEmpty)
    }
    #expect(KeptValue.start(of: "ada") != KeptValue.start(of: "eve"))
  }

  @Test func `what earlier versions kept counts, is listed and is revoked`() async throws {
    let token = "flowline-" + String(repeating: "a", count: 43)
    let id = String(FileDigest(of: Array(token.utf8)).description.dropFirst("sha256:".count))
    _ = try await values.make(
      KeptValue(
        shelf: "agent-token", name: id, owner: "ada", bytes: Array("old desk".utf8),
        expires: clock.now.addingTimeInterval(60)))
    _ = try await tokens.make(for: "ada", named: "new")
    #expect(try await tokens.user(of: token) == "ada")
    #expect(try await tokens.grants(of: "ada").map(\.name) == ["old desk", "new"])
    try await tokens.revoke(id, of: "eve")
    #expect(try await tokens.user(of: token) == "ada")
    try await tokens.revoke(id, of: "ada")
    #expect(try await tokens.user(of: token) == nil)
    #expect(try await tokens.grants(of: "ada").map(\.name) == ["new"])
  }
}
