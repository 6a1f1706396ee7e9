/// Those who wait until something changes.
struct Waiters {
  typealias Continuation = CheckedContinuation<Void, any Error>

  /// How a wait begins.
  enum Start {
    case waits
    /// It has happened already.
    case goesOn
    case cancelled
  }

  private var waiting: [Int: Continuation] = [:]
  /// Those whose task was cancelled before they had begun to wait.
  private var cancelled: Set<Int> = []
  private var last = 0

  /// How many wait.
  var count: Int { waiting.count }

  /// A number for one who is about to wait.
  mutating func makeNumber() -> Int {
    last += 1
    return last
  }

  /// Takes in one who waits. Returns false where its task has been cancelled.
  mutating func add(_ number: Int, _ continuation: Continuation) -> Bool {
    guard !cancelled.contains(number) else { return false }
    waiting[number] = continuation
    return true
  }

  /// A task was cancelled. Returns who waited in it.
  mutating func cancel(_ number: Int) -> Continuation? {
    if let continuation = waiting.removeValue(forKey: number) { return continuation }
    cancelled.insert(number)
    return nil
  }

  /// Nobody of this number waits any more.
  mutating func forget(_ number: Int) { cancelled.remove(number) }

  /// Lets all go. They are to be resumed when no lock is held: one may run on in place.
  mutating func takeAll() -> [Continuation] {
    defer { waiting = [:] }
    return Array(waiting.values)
  }
}
