import Dispatch
import Synchronization

/// How long a command waits for flows: their bodies and loads are anybody's code, and may never
/// end.
struct Deadline: Sendable {
  /// Waits for the signal that the work is over; returns whether it came in time.
  private let wait: @Sendable (DispatchSemaphore) -> Bool
  /// Keeps the calling thread, whose work nobody waits for any more, until the process ends.
  let park: @Sendable () -> Void

  /// Makes a deadline.
  ///
  /// - Parameters:
  ///   - wait: waits for the signal that the work is over; returns whether it came in time.
  ///   - park: keeps a thread whose work must not continue.
  init(
    _ wait: @escaping @Sendable (DispatchSemaphore) -> Bool,
    parking park: @escaping @Sendable () -> Void = { DispatchSemaphore(value: 0).wait() }
  ) {
    self.wait = wait
    self.park = park
  }

  /// The numbers of seconds that a command line may give.
  static let allowed = 1...86_400

  /// So many seconds, from when the work begins.
  static func seconds(_ seconds: Int) -> Deadline {
    Deadline { $0.wait(timeout: .now() + .seconds(seconds)) == .success }
  }

  /// Does some work on a thread of its own, and waits for it.
  ///
  /// Work that is not over in time stays under way: only the end of the process ends a thread that
  /// does not return.
  ///
  /// - Parameter work: what is done.
  /// - Returns: its result; nil if the deadline passed first.
  func value<Value: Sendable>(of work: @escaping @Sendable () -> Value) -> Value? {
    let over = DispatchSemaphore(value: 0)
    let value = Mutex<Value?>(nil)
    let program = Program.current
    DispatchQueue(label: program.name).async {
      let result = Program.$current.withValue(program) { work() }
      value.withLock { $0 = result }
      over.signal()
    }
    return wait(over) ? value.withLock { $0 } : nil
  }
}
