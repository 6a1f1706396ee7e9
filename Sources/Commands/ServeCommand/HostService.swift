import Flowline
import FlowlineHost
import Foundation
import ServiceLifecycle

/// The host beside the server: it sweeps while the server runs, and unloads everything behind it.
struct HostService: Service {
  let host: SessionHost
  let store: any JournalStore
  let values: any ValueStore

  /// How often what has expired is forgotten.
  private static let pause = Duration.seconds(600)

  func run() async throws {
    await cancelWhenGracefulShutdown {
      async let sweeping: Void = forgetExpired()
      await host.run()
      await sweeping
    }
    await host.close()
    await store.close()
  }

  /// Forgets small things that have expired; a store that fails is asked again the next time.
  private func forgetExpired() async {
    while (try? await Task.sleep(for: Self.pause)) != nil {
      try? await values.removeExpired(by: Date())
    }
  }
}
