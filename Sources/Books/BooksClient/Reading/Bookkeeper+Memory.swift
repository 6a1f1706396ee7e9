import Books
import FreeAgentAPI
import ServiceBasics
import ServiceOrders
import Synchronization

extension Bookkeeper {
  /// What was read and seldom changes.
  struct Memory: Sendable {
    var company: Remembered<BookCompany>?
    var user: Remembered<BookUser>?
    var categories: Remembered<[BookCategory]>?
    var habits: [BookID<FreeAgent.BankAccount>: Remembered<CategoryHabits>] = [:]
  }

  /// Something that was read, and when.
  struct Remembered<Value: Sendable>: Sendable {
    var value: Value
    /// When it was read, by this computer’s clock.
    let readAt: Timestamp
    /// Whether something has shown that it is not true any more.
    var isOutdated = false

    /// For how long it need not be read again: ten minutes, in milliseconds.
    private static var life: Int64 { 600_000 }

    /// Whether it need not be read again yet.
    func isCurrent(at now: Timestamp) -> Bool {
      !isOutdated && (0..<Self.life).contains(now.milliseconds - readAt.milliseconds)
    }
  }

  /// What was read in the last ten minutes; else it is read now.
  ///
  /// - Parameters:
  ///   - place: where it is remembered.
  ///   - read: reads it.
  /// - Throws: what `read` throws.
  func remembered<Value: Sendable>(
    _ place: any WritableKeyPath<Memory, Remembered<Value>?> & Sendable,
    _ read: () async throws -> Value
  ) async throws -> Value {
    let now = desk.clock.now()
    let known = memory.withLock { $0[keyPath: place] }
    if let known, known.isCurrent(at: now) { return known.value }
    let value = try await read()
    memory.withLock { $0[keyPath: place] = Remembered(value: value, readAt: now) }
    return value
  }
}
