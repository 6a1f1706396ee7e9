import Synchronization

/// Ends a wait, once, after a while.
final class Alarm: Sendable {
  private let rung = Atomic<Bool>(false)
  private let task = Mutex<Task<Void, Never>?>(nil)

  convenience init(after duration: Duration, wake: @escaping @Sendable () -> Void) {
    let end = ContinuousClock.now.advanced(by: duration)
    self.init(left: { ContinuousClock.now.duration(to: end) }, wake: wake)
  }

  /// Rings when nothing is left of the time, which may grow meanwhile.
  init(left: @escaping @Sendable () -> Duration, wake: @escaping @Sendable () -> Void) {
    let started = Task.detached { [weak self] in
      while case let time = left(), time > .zero {
        guard (try? await Task.sleep(for: time)) != nil else { return }
      }
      guard !Task.isCancelled, let self else { return }
      rung.store(true, ordering: .sequentiallyConsistent)
      wake()
    }
    task.withLock { $0 = started }
  }

  var hasRung: Bool { rung.load(ordering: .sequentiallyConsistent) }

  func cancel() { task.withLock { $0?.cancel() } }
}
