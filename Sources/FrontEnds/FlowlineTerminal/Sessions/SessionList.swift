package import Flowline
import FoundationEssentials
import FoundationInternationalization

/// Draws kept sessions: which flow, where it stands, since when.
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

  /// The lines for some sessions: a table, or sentences where it would be wider than there is room.
  package func lines(for sessions: [StoredSession], columns: Int) -> [String] {
    let ids = ShortIDs(sessions.map(\.id))
    let rows = sessions.map { session in
      [
        ids[session.id], titleWithAnswers(of: session), state(of: session),
        words("session.answers", .integer(session.answers)), changed(session),
      ]
    }
    guard !look.isPlain else { return rows.flatMap { sentence($0).wrapped(to: columns) } }
    let widths = (0..<5).map { column in rows.map { DisplayWidth.of($0[column]) }.max() ?? 0 }
    guard widths.reduce(0, +) + 8 <= columns else {
      return rows.flatMap { sentence($0).wrapped(to: columns) }
    }
    return rows.map { row in
      zip(row, widths).map { $0.padded(to: $1) }.joined(separator: "  ").trimmedEnd
    }
  }

  /// What people call the session's flow.
  package func title(of session: StoredSession) -> String {
    guard let flow = session.flow else { return words("session.unreadable") }
    return catalog[flow].map { words($0.title) } ?? OneLine.text(flow.rawValue)
  }

  /// The same with what was answered first, to tell it from others of its flow.
  private func titleWithAnswers(of session: StoredSession) -> String {
    let answers = session.firstAnswers.map { answer in
      OneLine.excerpt(ResultText(words: words).lines(for: answer).joined(separator: " "), limit: 24)
        .asBeginning.isolated
    }
    return ([title(of: session)] + answers).joined(separator: look.isPlain ? ", " : look.dot)
  }

  /// Where the session stands, in a few words.
  package func state(of session: StoredSession) -> String {
    let state: String
    switch session.standing {
    case .unfinished(let path):
      let steps = path.ids.dropFirst().map { OneLine.text($0.rawValue) }
      state =
        steps.isEmpty
        ? words("session.at-start")
        : words("session.at", .string(steps.joined(separator: look.separator)))
    case .finished: state = words("session.finished")
    case .cancelled: state = words("session.cancelled")
    case .failed(let message):
      state = words("session.failed", .string(OneLine.excerpt(message, limit: 60)))
    case .damaged(let fault): state = words("session.damaged-at", .string(String(fault.line)))
    }
    return session.isInUse ? "\(state), \(words("session.in-use-now"))" : state
  }

  /// When the session was changed last, in the locale.
  package func changed(_ session: StoredSession) -> String {
    let environment = words.environment
    return session.changed.formatted(
      Date.FormatStyle(
        date: .abbreviated, time: .shortened, locale: environment.locale,
        calendar: environment.calendar, timeZone: environment.timeZone))
  }

  private func sentence(_ row: [String]) -> String {
    "\(row[0]): \(row[1...].joined(separator: ", "))".asSentence
  }
}

extension String {
  fileprivate var trimmedEnd: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}
