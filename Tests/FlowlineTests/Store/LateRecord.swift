import FoundationEssentials
import Synchronization

@testable import Flowline

/// A record whose changes end when, and as, the test says.
///
/// No clocks, no threads of its own.
final class LateRecord: JournalRecord {
  /// How a change ends.
  enum End: CaseIterable {
    case made
    case failed
    /// Nobody can say whether it was made; it was, or was not.
    case unknownMade
    case unknownNotMade
    /// Another node has gone on.
    case overtaken
    /// Nobody can say; it was made, and another node has gone on behind it.
    case unknownMadeAndOvertaken
  }

  private struct State {
    var text = ""
    var number = 0
    var attempt: UUID?
    var asked: (change: JournalChange, number: Int, ends: CheckedContinuation<End, Never>)?
    var history: [String] = []
    var changesAsked = 0
    var isOvertaken = false
    /// Whether a change was asked for while another waited.
    var isCrowded = false
  }

  let session = SessionOptions.test.session ?? UUID()
  private let state = Mutex(State())

  var text: String { state.withLock { $0.text } }

  /// Every text that it ever held.
  var history: [String] { state.withLock { $0.history } }

  /// Whether a change waits for its end.
  var isAsked: Bool { state.withLock { $0.asked != nil } }

  /// Whether a change was asked for while another waited.
  var isCrowded: Bool { state.withLock { $0.isCrowded } }

  /// How many changes it was ever asked for.
  var changesAsked: Int { state.withLock { $0.changesAsked } }

  /// Ends the change that waits.
  func end(_ end: End) {
    let asked = state.withLock { state in
      if end == .overtaken { state.isOvertaken = true }
      return state.asked.take()
    }
    asked?.ends.resume(returning: end)
  }

  func contents() async throws(StoreFailure) -> KeptJournal {
    state.withLock { state in
      KeptJournal(
        bytes: Array(state.text.utf8), number: state.number + (state.isOvertaken ? 1 : 0),
        attempt: state.isOvertaken ? nil : state.attempt)
    }
  }

  func change(
    _ change: JournalChange, at number: Int, summary: SessionSummary
  ) async throws(StoreFailure) {
    let end = await withCheckedContinuation { ends in
      state.withLock { state in
        if state.asked != nil { state.isCrowded = true }
        state.asked = (change, number, ends)
        state.changesAsked += 1
      }
    }
    switch end {
    case .made: try make(change, at: number)
    case .unknownMade:
      try make(change, at: number)
      throw StoreFailure(.unknownOutcome, at: "late", "told to be unknown")
    case .unknownMadeAndOvertaken:
      try make(change, at: number)
      state.withLock { $0.isOvertaken = true }
      throw StoreFailure(.unknownOutcome, at: "late", "told to be unknown")
    case .unknownNotMade: throw StoreFailure(.unknownOutcome, at: "late", "told to be unknown")
    case .failed: throw StoreFailure(.unwritable, at: "late", "told to fail")
    case .overtaken: throw StoreFailure(.overtaken, at: "late", "another node went on")
    }
  }

  private func make(_ change: JournalChange, at number: Int) throws(StoreFailure) {
    let isNext = state.withLock { state in
      guard number == state.number + 1, !state.isOvertaken else { return false }
      switch change {
      case .append(let lines, _, _): state.text += lines
      case .cut(let length, _):
        state.text = String(decoding: state.text.utf8.prefix(length), as: UTF8.self)
      case .replace(let text, _): state.text = text
      }
      (state.number, state.attempt) = (number, change.attempt)
      state.history.append(state.text)
      return true
    }
    guard isNext else { throw StoreFailure(.overtaken, at: "late", "\(number) is not the next") }
  }

  func close() {}
}

extension FlowController {
  /// Waits until the record is asked for something, or nothing more happens.
  func settle(with record: LateRecord) {
    wait { record.isAsked || $0.isSettled && $0.engine.keeping.handed == nil }
  }
}

extension SessionOptions {
  /// A session that is kept in a record that may answer later.
  static func kept(in record: any JournalRecord, journal: Journal? = nil) -> SessionOptions {
    var options = SessionOptions(
      environment: .test, session: record.session, journal: journal)
    options.sharedRecord = record
    return options
  }
}

extension JournalRecord {
  /// What is kept, as the journal of a session that can be resumed.
  func journal() async throws -> Journal {
    let kept = try await contents()
    var journal = try Script(parsing: kept.bytes).journal(or: .test)
    journal.record = ReadRecord(kept)
    return journal
  }
}
