import Flowline
import FlowlineHost
import FlowlineWeb
import Foundation
import ServiceLifecycle

/// The host beside the server: it sweeps while the server runs, and unloads everything behind it.
struct HostService: Service {
  let host: SessionHost
  let store: any JournalStore
  let values: any ValueStore
  let visitors: Visitors

  /// How often what has expired is forgotten.
  private static let pause = Duration.seconds(600)
  /// How often log-outs are finished that failed.
  private static let shortPause = Duration.seconds(10)

  func run() async throws {
    await cancelWhenGracefulShutdown {
      async let sweeping: Void = forgetExpired()
      async let ending: Void = endVisitors()
      await host.run()
      _ = await (sweeping, ending)
    }
    await host.close()
    await store.close()
  }

  /// Finishes log-outs of people who have left since.
  private func endVisitors() async {
    while (try? await Task.sleep(for: Self.shortPause)) != nil { await visitors.endRest() }
  }

  /// Forgets small things that have expired; a store that fails is asked again the next time.
  private func forgetExpired() async {
    while (try? await Task.sleep(for: Self.pause)) != nil {
      try? await values.removeExpired(by: Date())
    }
  }
}
