import Flowline
import FlowlineHost
import ServiceLifecycle

/// The host beside the server: it sweeps while the server runs, and unloads everything behind it.
struct HostService: Service {
  let host: SessionHost
  let store: any JournalStore

  func run() async throws {
    await cancelWhenGracefulShutdown { await host.run() }
    await host.close()
    await store.close()
  }
}
