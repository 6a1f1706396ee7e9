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
  var error: JSONValue = .null
  /// The session, where there is a record of it.
  var session: UUID?
  /// Whether the session can be gone on with.
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
    let end = EndDescription(report: report, words: words, takesInput: takesInput, isKept: isKept)
    self.init(status: end.status, messages: end.messages, report: report)
    self.isKept = isKept
    session = report.session
    file = place.file
    if isKept, let session = report.session {
      messages.append(
        words("run.kept", .string(world.resumeCommand(of: place.name(of: session)))))
    }
    switch (report.outcome, report.end) {
    case (.finished(let result)?, _):
      outcome = "finished"
      output = result
    case (.failed?, _), (nil, .held), (nil, .undelivered): break
    case (.cancelled?, _), (nil, _): outcome = "cancelled"
    }
    error = end.error
  }

  /// The end of a session that had ended earlier without being reported.
  init(_ end: StoredSession.End, of session: UUID, words: Words) {
    switch end {
    case .outcome(.finished(let result)):
      self.init(status: .finished, outcome: "finished", output: result)
    case .outcome(.cancelled(let reason)):
      let message = words(reason == .declined ? "run.declined" : "run.left")
      self.init(
        status: .cancelled, messages: [message], outcome: "cancelled",
        error: ["code": .string(reason.rawValue), "message": .string(message)])
    case .outcome(.failed(let failure)):
      self = .failure(Words(words.environment)(failure), code: "failed", words: words)
    case .failure(let message):
      self = .failure(message, code: "failed", words: words)
    }
    self.session = session
  }
}
