import BooksClient
import Days
import Flowline
import FoundationEssentials
import ServiceSteps
import Synchronization

/// Parts of the overview that are being read: each by itself, and also while a person looks at the others.
///
/// What is still being read when nobody holds it any more is cancelled.
final class OverviewReads: Sendable {
  typealias Reply = BooksReply<OverviewContents>

  private struct State {
    var running: [OverviewPart: Task<Void, Never>] = [:]
    /// What came of parts, until it is taken.
    var ended: [OverviewPart: Result<Reply, any Error>] = [:]
    /// Rings when a part has ended.
    var bell: AsyncStream<Void>.Continuation?
  }

  /// For how many seconds a part is waited for before the others are shown without it.
  static let patience = 2.0

  private let state = Mutex(State())

  deinit {
    for read in state.withLock({ $0.running }).values { read.cancel() }
  }

  /// Reads parts at once, and waits until all have ended, or have been waited for long enough.
  ///
  /// Without a clock all are waited for.
  ///
  /// - Returns: what came of them, in their order; nil for a part that has not ended. The next call returns
  ///   it then; another part is read anew by each call.
  /// - Throws: what a part failed with that no page tells; `CancellationError`.
  func replies(
    for parts: [OverviewPart], on today: Day, at access: BooksAccess
  ) async throws -> [Reply?] {
    guard let clock = access.clock else {
      return try await wholeReplies(for: parts, on: today, at: access)
    }
    let (rings, bell) = AsyncStream.makeStream(of: Void.self)
    let end = clock.now.addingTimeInterval(Self.patience)
    state.withLock { $0.bell = bell }
    for part in parts { start(part, on: today, at: access) }
    let patience = Task {
      try? await clock.sleep(until: end)
      bell.finish()
    }
    defer { patience.cancel() }
    if !haveEnded(parts) {
      for await _ in rings where haveEnded(parts) { break }
    }
    try Task.checkCancellation()
    return try take(parts)
  }

  /// Reads parts at once, and waits until all have ended: children of the load, so that a thread that
  /// waits for the session runs them.
  private func wholeReplies(
    for parts: [OverviewPart], on today: Day, at access: BooksAccess
  ) async throws -> [Reply?] {
    try await withThrowingTaskGroup(of: (OverviewPart, Reply).self) { group in
      for part in parts {
        group.addTask { (part, try await Self.reply(for: part, on: today, at: access)) }
      }
      var replies: [OverviewPart: Reply] = [:]
      for try await (part, reply) in group { replies[part] = reply }
      return parts.map { replies[$0] }
    }
  }

  private static func reply(
    for part: OverviewPart, on today: Day, at access: BooksAccess
  ) async throws -> Reply {
    try await .of { try await access.ask { try await $0.overview(part, on: today) } }
  }

  private func start(_ part: OverviewPart, on today: Day, at access: BooksAccess) {
    state.withLock { state in
      guard state.running[part] == nil else { return }
      state.running[part] = Task { [weak self] in
        let end: Result<Reply, any Error>
        do {
          end = .success(try await Self.reply(for: part, on: today, at: access))
        } catch {
          end = .failure(error)
        }
        self?.ended(part, end)
      }
    }
  }

  private func ended(_ part: OverviewPart, _ end: Result<Reply, any Error>) {
    let bell = state.withLock { state in
      state.ended[part] = end
      return state.bell
    }
    bell?.yield()
  }

  private func haveEnded(_ parts: [OverviewPart]) -> Bool {
    state.withLock { state in parts.allSatisfy { state.ended[$0] != nil } }
  }

  private func take(_ parts: [OverviewPart]) throws -> [Reply?] {
    try state.withLock { state in
      var replies: [Reply?] = []
      for part in parts {
        let end = state.ended.removeValue(forKey: part)
        if end != nil { state.running[part] = nil }
        replies.append(try end?.get())
      }
      return replies
    }
  }
}
