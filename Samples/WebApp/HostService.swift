import FlowlineHost
import FlowlineSQLite
import ServiceLifecycle

/// Runs the host beside the server: what is due happens, and what is old is forgotten.
///
/// Services are stopped in the reverse order of their beginning: no request comes any more when
/// this one is, so that every session is unloaded before the store closes.
struct HostService: Service {
  let host: SessionHost
  let store: SQLiteJournalStore

  func run() async throws {
    await cancelWhenGracefulShutdown { await host.run() }
    await host.close()
    await store.close()
  }
}
