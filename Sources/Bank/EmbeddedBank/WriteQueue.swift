import Bank
import GRDB
import Synchronization

/// Has those who wait for the same connection share its next commit, which is what takes long.
///
/// Each job is undone by itself where it throws, and answered once all of them are on disk.
final class WriteQueue: Sendable {
  /// One caller's work in a transaction that it shares.
  struct Job: Sendable {
    /// Does the work; what it gives is to be called once, with what kept the commit from happening.
    let attempt: @Sendable (Database) -> @Sendable ((any Error)?) -> Void

    /// Answers work that was never begun.
    let reject: @Sendable (any Error) -> Void

    init<Value: Sendable>(
      answering continuation: CheckedContinuation<Value, any Error>,
      _ body: @escaping @Sendable (Database) throws -> Value
    ) {
      attempt = { db in
        let result = Result { try Job.alone(db, body) }
        return { failure in continuation.resume(with: failure.map { .failure($0) } ?? result) }
      }
      reject = { continuation.resume(throwing: $0) }
    }

    private static func alone<Value>(
      _ db: Database, _ body: (Database) throws -> Value
    ) throws -> Value {
      // A full disk ends the whole transaction; what came after it would be one of its own.
      guard db.isInsideTransaction else {
        throw BankError.transactionEnded
      }
      var value: Value?
      try db.inSavepoint {
        value = try body(db)
        return .commit
      }
      guard let value else { throw BankError.transactionEnded }
      return value
    }
  }

  private struct State {
    var waiting: [Job] = []
    var isRunning = false
  }

  /// How many share a commit at most, so that nobody waits long.
  private static let limit = 64

  private let state = Mutex(State())

  func add(_ job: Job, to writer: any DatabaseWriter) {
    let isFirst = state.withLock { state in
      state.waiting.append(job)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if isFirst { writer.asyncWriteWithoutTransaction { [self] db in run(db) } }
  }

  private func run(_ db: Database) {
    while let jobs = next() {
      var answers: [@Sendable ((any Error)?) -> Void] = []
      do {
        try db.inTransaction(.immediate) {
          answers = jobs.map { $0.attempt(db) }
          return .commit
        }
        for answer in answers { answer(nil) }
      } catch {
        for answer in answers { answer(error) }
        if answers.isEmpty { for job in jobs { job.reject(error) } }
      }
    }
  }

  private func next() -> [Job]? {
    state.withLock { state in
      let jobs = Array(state.waiting.prefix(Self.limit))
      state.waiting.removeFirst(jobs.count)
      state.isRunning = !jobs.isEmpty
      return jobs.isEmpty ? nil : jobs
    }
  }
}
