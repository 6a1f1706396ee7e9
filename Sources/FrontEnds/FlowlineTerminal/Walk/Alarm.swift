import Synchronization

/// Wakes whoever waits, once, after a while.
final class Alarm: Sendable {
  private let rung = Atomic<Bool>(false)
  private let task = Mutex<Task<Void, Never>?>(nil)

  init(after duration: Duration, wake: @escaping @Sendable () -> Void) {
    let started = Task.detached { [weak self] in
      guard (try? await Task.sleep(for: duration)) != nil, let self else { return }
      rung.store(true, ordering: .sequentiallyConsistent)
      wake()
    }
    task.withLock { $0 = started }
  }

  var hasRung: Bool { rung.load(ordering: .sequentiallyConsistent) }

  func cancel() { task.withLock { $0?.cancel() } }
}
