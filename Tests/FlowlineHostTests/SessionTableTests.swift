import Flowline
import Synchronization
import Testing

@testable import FlowlineHost

/// Which sessions are in use and in memory, also if several uses of one end at the same time.
struct SessionTableTests {
  private let key = SessionKey.of("ada")

  private func live() async throws -> LiveSession {
    LiveSession(
      FlowController(), in: SharedWorld(HostedWorld(FlowCatalog())),
      keptBy: HostedRecord(try await MemoryJournalStore().begin(key), wasThere: false))
  }

  @Test func `a session that is loaded while another use of it ends stays in memory`() async throws
  {
    let live = try await live()
    // Done once, when the size of the session was estimated and its use is about to end.
    let between = Mutex<(@Sendable () -> Void)?>(nil)
    let table = SessionTable {
      between.withLock { $0.take() }?()
      return HostedBank.now
    }
    let session = try table.enter(key, HostLimits()).get()
    _ = try table.enter(key, HostLimits()).get()
    between.withLock { between in
      between = {
        session.put(.live(live))
        table.leave(session)
      }
    }
    table.leave(session)
    #expect(table.hasInMemory(key))
    #expect(table.memory.sessions == 1)
    #expect(table.session(key) === session)
  }

  @Test func `a session that is unloaded while another use of it ends is gone`() async throws {
    let live = try await live()
    let between = Mutex<(@Sendable () -> Void)?>(nil)
    let table = SessionTable {
      between.withLock { $0.take() }?()
      return HostedBank.now
    }
    let session = try table.enter(key, HostLimits()).get()
    _ = try table.enter(key, HostLimits()).get()
    session.put(.live(live))
    between.withLock { between in
      between = {
        session.put(.unloaded)
        table.leave(session)
      }
    }
    table.leave(session)
    #expect(table.memory == (0, 0))
    #expect(table.session(key) == nil)
  }

  @Test func `a session that is used for the first time is among all`() throws {
    let table = SessionTable { HostedBank.now }
    let session = try table.enter(key, HostLimits()).get()
    let others = table.takeAll { $0.user == "bob" }
    #expect(others.isEmpty)
    let all = table.takeAll { $0.user == "ada" }
    #expect(all.first === session && all.count == 1)
    table.leave(session, as: .own)
    table.leave(session)
    let none = table.takeAll { _ in true }
    #expect(none.isEmpty)
  }
}
