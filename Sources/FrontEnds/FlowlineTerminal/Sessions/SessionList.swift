package import Flowline
import FoundationEssentials
import FoundationInternationalization

/// Draws saved sessions: which flow, what was answered, since when.
package struct SessionList {
  let look: Look
  let words: Words
  let catalog: FlowCatalog

  /// Makes a drawer of sessions of a catalogue's flows.
  package init(look: Look, words: Words, catalog: FlowCatalog) {
    self.look = look
    self.words = words
    self.catalog = catalog
  }

  /// The lines for some sessions: a table whose middle columns are cut if it is too wide, or sentences.
  package func lines(for sessions: [StoredSession], columns: Int) -> [String] {
    let ids = ShortIDs(sessions.map(\.id))
    let rows = sessions.map { session in
      [ids[session.id], nameWithAnswers(of: session), state(of: session), date(of: session)]
    }
    guard !look.isPlain, let widths = widths(of: rows, in: columns) else {
      return rows.flatMap { sentence($0).wrapped(to: columns) }
    }
    return rows.map { row in
      zip(row, widths).map { cell($0, $1).padded(to: $1) }.joined(separator: Self.gap).trimmedEnd
    }
  }

  /// A text cut to its column; what was opened for a name that is written from right to left is closed.
  private func cell(_ text: String, _ columns: Int) -> String {
    let text = look.cut(text, to: columns)
    let opened = text.count { $0 == "\u{2068}" } - text.count { $0 == "\u{2069}" }
    return text + String(repeating: "\u{2069}", count: max(opened, 0))
  }

  private static let gap = "  "

  /// How wide the columns are; nil if too little room is left for those that can be cut.
  ///
  /// The id and the time are never cut: one is typed, and a part of the other would be another time.
  private func widths(of rows: [[String]], in columns: Int) -> [Int]? {
    var widths = (0..<4).map { column in rows.map { DisplayWidth.of($0[column]) }.max() ?? 0 }
    let gaps = Self.gap.count * (widths.count - 1)
    for (column, least) in [(1, 16), (2, 12)] {
      let excess = widths.reduce(gaps, +) - columns
      guard excess > 0 else { break }
      widths[column] = max(widths[column] - excess, min(widths[column], least))
    }
    return widths.reduce(gaps, +) <= columns ? widths : nil
  }

  /// What people call the session's flow in a sentence.
  package func title(of session: StoredSession) -> String {
    guard let flow = session.flow else { return nameless(session) }
    return catalog[flow].map { words($0.title) } ?? OneLine.text(flow.rawValue)
  }

  /// What the list of flows calls the session's flow.
  package func name(of session: StoredSession) -> String {
    session.flow.map { OneLine.text($0.rawValue) } ?? nameless(session)
  }

  /// What a session is called whose record does not tell its flow to this program.
  private func nameless(_ session: StoredSession) -> String {
    if case .newer = session.standing { return words("session.unknown-flow") }
    return words("session.unreadable")
  }

  /// The same with what was answered first, as it was typed, to tell it from others of its flow.
  package func nameWithAnswers(of session: StoredSession) -> String {
    let answers = session.summary.answersInWords(in: words.environment).map {
      OneLine.excerpt($0, limit: 24).isolated
    }
    return ([name(of: session)] + answers).joined(separator: look.isPlain ? ", " : look.dot)
  }

  /// How far the session has come, in a few words.
  package func state(of session: StoredSession) -> String {
    let state =
      switch session.standing {
      case .unfinished: words("session.answers", .integer(session.answers))
      case .finished: words("session.finished")
      case .cancelled: words("session.cancelled")
      case .failed(let message):
        words("session.failed", .string(OneLine.excerpt(message, limit: 60)))
      case .damaged(let fault): words("session.damaged-at", .string(String(fault.line)))
      case .newer: words("session.newer-saved")
      }
    return session.isInUse ? "\(state), \(words("session.in-use-now"))" : state
  }

  /// When the session was changed last, in the locale, for a sentence that is not broken inside of it.
  package func changed(_ session: StoredSession) -> String { date(of: session).unbroken }

  private func date(of session: StoredSession) -> String {
    let environment = words.environment
    return session.changed.formatted(
      Date.FormatStyle(
        date: .abbreviated, time: .shortened, locale: environment.locale,
        calendar: environment.calendar, timeZone: environment.timeZone))
  }

  private func sentence(_ row: [String]) -> String {
    "\(row[0]): \((row[1...2] + [row[3].unbroken]).joined(separator: ", "))".asSentence
  }
}

extension String {
  /// The text with spaces at which no line is broken.
  fileprivate var unbroken: String { replacing(" ", with: "\u{A0}") }

  fileprivate var trimmedEnd: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}
