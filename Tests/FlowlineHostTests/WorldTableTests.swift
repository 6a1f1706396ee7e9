import Flowline
import Synchronization
import TestSupport
import Testing

@testable import FlowlineHost

/// The worlds of users: one each at any time, however many ask for it.
struct WorldTableTests {
  private struct NotNow: Error {}

  /// Asks again and again until there is a world.
  private func world(of user: UserID, in table: WorldTable) async -> SharedWorld {
    while true {
      if let world = try? await table.world(of: user) { return world }
    }
  }

  @Test func `a user has one world at once, also after some could not be made`() async {
    for _ in 0..<100 {
      let made = Mutex(0)
      let table = WorldTable { _ in
        let number = made.withLock { made in
          made += 1
          return made
        }
        await Task.yield()
        if number <= 3 { throw NotNow() }
        return HostedWorld(FlowCatalog())
      }
      let worlds = await withTaskGroup(of: SharedWorld.self) { group in
        for _ in 0..<12 { group.addTask { await world(of: "ada", in: table) } }
        return await group.reduce(into: [SharedWorld]()) { $0.append($1) }
      }
      #expect(Set(worlds.map { ObjectIdentifier($0) }).count == 1)
      #expect(made.withLock { $0 } == 4, "one was made while another was there")
    }
  }

  @Test func `a released world is made again, and each user has their own`() async throws {
    let made = Shared<[UserID]>([])
    let table = WorldTable { user in
      made.change { $0.append(user) }
      return HostedWorld(FlowCatalog())
    }
    var first: SharedWorld? = try await table.world(of: "ada")
    let same = try await table.world(of: "ada") === first
    #expect(same)
    _ = try await table.world(of: "bob")
    #expect(made.value == ["ada", "bob"])
    first = nil
    // What made it may hold it for a moment longer.
    try await eventually("it is made anew") {
      _ = try await table.world(of: "ada")
      return made.value.count == 3
    }
    #expect(made.value == ["ada", "bob", "ada"])
  }
}
