public import FoundationEssentials

/// The record of one session in a store that may answer later, and that several nodes may share.
///
/// Changes are numbered from 1, and a change is made only at the number behind the last: so of two
/// nodes that both believe that they own a session, one is refused, drops what it has in memory and
/// reads again. Each change has an id of its own, by which its maker finds out what became of it if
/// the store cannot say. Conform a store of your own; ``MemoryJournalStore`` shows how.
public protocol JournalRecord: AnyObject, Sendable {
  /// The id of the session whose journal it is.
  var session: UUID { get }

  /// What lists told of the session when the record was opened; nil of a store that does not read that
  /// with it.
  var opened: StoredSession? { get }

  /// Where the contents of the session's files are kept; nil for a store that keeps none.
  var files: (any KeptFiles)? { get }

  /// What is kept; an empty record has number 0. One that exists and cannot be read throws.
  func contents() async throws(StoreFailure) -> KeptJournal

  /// Whether somebody else has changed the record since it was opened or changed here: a node that only
  /// looks at a session finds out by it that what it has in memory is old. False of a store that does not
  /// say.
  func isOvertaken() async throws(StoreFailure) -> Bool

  /// Makes a change, all of it or nothing.
  ///
  /// - Parameters:
  ///   - change: the lines, or what takes their place.
  ///   - number: the number it is to have, one more than the last.
  ///   - summary: what lists tell of the session from now on; kept with the change, in one step.
  /// - Throws: ``StoreFailure/Code/overtaken`` if the number is taken, or is not the next;
  ///   ``StoreFailure/Code/unknownOutcome`` if nobody knows whether the change was made; anything
  ///   else if it was not. If a change before it was taken without having been made, and then could not
  ///   be made, the next one fails for that.
  func change(
    _ change: JournalChange, at number: Int, summary: SessionSummary
  ) async throws(StoreFailure)

  /// Lets go of the record, which takes nothing more (``StoreFailure/Code/closed``) and is no longer
  /// read; what it has taken is kept. Closing twice does nothing.
  func close()
}

extension JournalRecord {
  /// False: it is found out by the next change.
  public func isOvertaken() async throws(StoreFailure) -> Bool { false }

  /// Not known.
  public var opened: StoredSession? { nil }

  /// None.
  public var files: (any KeptFiles)? { nil }
}

/// What a record has.
public struct KeptJournal: Sendable, Hashable {
  /// The text; it may end in a line that was cut off.
  public let bytes: [UInt8]
  /// How many changes have been made.
  public let number: Int
  /// The id of the last of them; nil if there is none.
  public let attempt: UUID?

  /// Makes a description of what a record has.
  public init(bytes: [UInt8], number: Int, attempt: UUID?) {
    self.bytes = bytes
    self.number = number
    self.attempt = attempt
  }
}

/// A change of a record, with the id of the attempt to make it.
public enum JournalChange: Sendable, Hashable {
  /// Adds lines; none if only the summary changes.
  ///
  /// Those that need not be durable may be held back, and made together with the record's next change;
  /// the store shows them as made, in its record, its lists and to everybody who opens the session here. They
  /// may be lost with the process, but not alone: then nothing behind them is made either.
  case append(String, isDurable: Bool, UUID)
  /// Drops what is behind so many bytes: a last line that was cut off.
  case cut(to: Int, UUID)
  /// Puts another text in the place of what is kept. What was there before is set aside.
  case replace(with: String, UUID)

  /// The id of the attempt.
  public var attempt: UUID {
    switch self {
    case .append(_, _, let id), .cut(_, let id), .replace(_, let id): id
    }
  }
}

/// A record that answers at once, open for this process alone, as a record that may answer later.
final class SynchronousRecord: JournalRecord {
  let base: any SessionRecord

  init(_ base: any SessionRecord) { self.base = base }

  var session: UUID { base.session }

  var files: (any KeptFiles)? { base.files }

  func contents() async throws(StoreFailure) -> KeptJournal {
    KeptJournal(bytes: try base.contents(), number: 0, attempt: nil)
  }

  func change(
    _ change: JournalChange, at number: Int, summary: SessionSummary
  ) async throws(StoreFailure) {
    switch change {
    case .append(let lines, let isDurable, _): try base.append(lines, isDurable: isDurable)
    case .cut(let length, _): try base.cut(to: length)
    case .replace(let text, _): try base.replace(with: text)
    }
  }

  func close() { base.close() }
}

extension StoreFailure.Code {
  /// Another node went on with the session: what is in memory is old.
  public static let overtaken = StoreFailure.Code(rawValue: "overtaken")
  /// Nobody knows whether a change was made.
  public static let unknownOutcome = StoreFailure.Code(rawValue: "unknown-outcome")
}
