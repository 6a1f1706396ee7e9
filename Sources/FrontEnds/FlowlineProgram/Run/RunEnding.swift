import Flowline
import FlowlineTerminal
import FoundationEssentials

/// What a run tells its caller: messages, the output or an error, and the exit code.
struct RunEnding {
  var status: ExitStatus
  /// Lines for people.
  var messages: [String] = []
  var report: WalkReport?
  /// `finished`, `cancelled` or `failed`.
  var outcome = "failed"
  var output: JSONValue?
  /// What the result means to a person; nil if there is none, or its flow does not say.
  var resultText: String?
  var error: JSONValue = .null
  /// The session, where there is a record of it.
  var session: UUID?
  /// Whether the session can be resumed.
  var isKept = false
  /// Whether the event was delivered that the command was run for; nil if it was run for none.
  var isDelivered: Bool?
  /// Whether a step has taken the event; nil if none was delivered.
  var isTaken: Bool?
  /// The file the session is kept in, where one was named.
  var file: String?

  /// A run that never began.
  static func failure(
    _ message: String, code: String, status: ExitStatus = .failed, words: Words
  ) -> RunEnding {
    RunEnding(
      status: status, messages: [words.error(message)],
      error: ["code": .string(code), "message": .string(message)])
  }

  static func unknownFlow(_ name: String, in catalog: FlowCatalog, words: Words) -> RunEnding {
    let known = catalog.offered.map(\.id.rawValue)
    var message = words(
      "run.unknown-flow", .string(OneLine.text(name)), .string(known.joined(separator: ", ")))
    if let nearest = Nearest.word(to: name, among: known) {
      message += " " + words("run.suggestion", .string(nearest))
    }
    return failure(message, code: "unknown-flow", status: .usage, words: words)
  }
}

extension Words {
  /// The message as an error's line.
  func error(_ message: String) -> String { "\(self("word.error")) \(message)" }
}

extension RunEnding {
  /// What a walk's end means to the caller.
  ///
  /// - Parameters:
  ///   - report: how the walk ended; its language is that of the messages.
  ///   - world: where the session was run.
  ///   - place: the folder in which the session may be kept.
  ///   - takesInput: whether a line of standard input would have answered.
  init(
    _ report: WalkReport, in world: World, keptIn place: SessionPlace, takesInput: Bool = true
  ) {
    let words = world.words.speaking(report.language)
    let isKept = place.library.keeps(report)
    let end = EndDescription(
      report: report, words: words, takesInput: takesInput, isKept: isKept,
      recalledPage: report.recalledPage(
        of: world.catalog, in: world.name, or: world.environment))
    self.init(status: end.status, messages: end.messages, report: report)
    self.isKept = isKept
    resultText = report.resultText
    session = report.session
    file = place.file
    if isKept, let session = report.session {
      messages.append(
        words("run.kept", .string(world.resumeCommand(of: place.name(of: session)))))
    }
    switch (report.end, report.outcome) {
    case (_, .finished(let result)?):
      outcome = "finished"
      output = result
    case (_, .failed?), (.undelivered, nil): break
    // It never began.
    case (.notStarted, _), (.recordFailed, _): break
    // What is held has been left, like what lacks an answer: it has not failed.
    case (_, .cancelled?), (_, nil): outcome = "cancelled"
    }
    error = end.error
  }

  /// The end of a session that had ended earlier, in the words and the language of the first time.
  ///
  /// - Parameters:
  ///   - end: how the session ended.
  ///   - record: what is kept of it.
  ///   - recap: what its flow says of its end.
  ///   - words: in the session's language.
  init(
    _ end: StoredSession.End, of record: any SessionRecord, _ recap: EndRecap, _ words: Words
  ) {
    switch end {
    case .finished(let result):
      self.init(
        status: .finished, outcome: "finished", output: result, resultText: recap.resultText)
      if let reason = EndReason(behind: recap.lastPage, isDeclined: false) {
        messages = [reason.text]
        error = reason.error(EndReason.notDone)
      }
    case .cancelled(let reason):
      let message = words(reason == .declined ? "run.declined" : "run.left")
      let code = reason.rawValue
      self.init(
        status: .cancelled, messages: [message], outcome: "cancelled",
        error: ["code": .string(code), "message": .string(message)])
      if reason == .declined, let why = EndReason(behind: recap.lastPage, isDeclined: true) {
        messages.insert(why.text, at: 0)
        error = why.error(code, followedBy: message)
      }
    case .failed(let message):
      self = .failure(
        recap.failure.map { words.located($0) } ?? message, code: "failed", words: words)
    }
    session = record.session
  }
}

extension Words {
  /// Where a flow failed, and what that says to people.
  func located(_ failure: FlowFailure) -> String {
    "\(failure.path): \(Words(environment)(failure))"
  }
}
