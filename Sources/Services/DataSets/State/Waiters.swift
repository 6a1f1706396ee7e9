/// The tasks that wait until something changes.
struct Waiters {
  typealias Continuation = CheckedContinuation<Void, any Error>

  /// How a wait begins.
  enum Start {
    case waits
    /// The change has come already.
    case resumes
    case cancelled
  }

  private var waiting: [Int: Continuation] = [:]
  /// Those whose task was cancelled before they had begun to wait.
  private var cancelled: Set<Int> = []
  private var last = 0

  /// How many wait.
  var count: Int { waiting.count }

  /// A number for a task that is about to wait.
  mutating func makeNumber() -> Int {
    last += 1
    return last
  }

  /// Adds a task that waits.
  ///
  /// Returns false if it has been cancelled.
  mutating func add(_ number: Int, _ continuation: Continuation) -> Bool {
    guard !cancelled.contains(number) else { return false }
    waiting[number] = continuation
    return true
  }

  /// A task was cancelled.
  ///
  /// Returns its continuation if it waited.
  mutating func cancel(_ number: Int) -> Continuation? {
    if let continuation = waiting.removeValue(forKey: number) { return continuation }
    cancelled.insert(number)
    return nil
  }

  /// The task of this number does not wait any more.
  mutating func forget(_ number: Int) { cancelled.remove(number) }

  /// Takes all who wait.
  ///
  /// They must be resumed without a lock: they may run on in place.
  mutating func takeAll() -> [Continuation] {
    defer { waiting = [:] }
    return Array(waiting.values)
  }
}
