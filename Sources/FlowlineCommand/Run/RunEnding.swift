import Flowline
import FlowlineTerminal
import FoundationEssentials

/// What a run tells its caller: messages, the output or an error, and the exit code.
struct RunEnding {
  let status: ExitStatus
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

  /// The outcome as the one object of `--json`.
  func object(flow: String) -> JSONValue {
    [
      "flow": .string(flow), "outcome": .string(outcome), "output": output ?? .null, "error": error,
      "session": isKept ? session.map { .string($0.uuidString.lowercased()) } ?? .null : .null,
    ]
  }

  /// A run that never began.
  static func failure(
    _ message: String, code: String, status: ExitStatus = .failed, words: Words
  ) -> RunEnding {
    RunEnding(
      status: status, messages: [words.error(message)],
      error: ["code": .string(code), "message": .string(message)])
  }

  static func unknownFlow(_ name: String, in catalog: FlowCatalog, words: Words) -> RunEnding {
    let known = catalog.entries.map(\.id.rawValue)
    var message = words(
      "run.unknown-flow", .string(name), .string(known.joined(separator: ", ")))
    if let nearest = Nearest.word(to: name, among: known) {
      message += " " + words("run.suggestion", .string(nearest))
    }
    return failure(message, code: "unknown-flow", status: .usage, words: words)
  }
}

extension Words {
  /// The message as an error's line.
  fileprivate func error(_ message: String) -> String { "\(self("word.error")) \(message)" }
}

extension RunEnding {
  /// What a walk's end means to the caller.
  ///
  /// - Parameter kept: the session, where it can be gone on with.
  init(_ report: WalkReport, words: Words, kept: UUID? = nil) {
    let teller = EndTeller(report: report, words: words)
    self.init(status: teller.status, messages: teller.messages, report: report)
    session = report.session
    if let kept {
      isKept = true
      messages.append(words("run.kept", .string(World.shelf.shortID(of: kept))))
    }
    switch report.outcome {
    case .finished(let result)?:
      outcome = "finished"
      output = result
    case .cancelled?, nil: outcome = "cancelled"
    case .failed?: break
    }
    error = teller.error
  }
}

extension RunEnding {
  /// The end of a session that had ended before and was never told.
  init(_ told: StoredSession.Told, of session: UUID, words: Words) {
    switch told {
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

/// Puts a walk's end into a number, words and data.
private struct EndTeller {
  let report: WalkReport
  let words: Words

  var status: ExitStatus {
    switch report.end {
    case .missing, .refused: return .unanswered
    case .timedOut: return .timedOut
    case .interrupted: return .interrupted
    case .gone, .quit: return .cancelled
    case .signalled, .recordFailed, .notStarted: return .failed
    case .ended: break
    }
    return switch report.outcome {
    case .finished?: report.unusedAnswers.isEmpty ? .finished : .usage
    case .cancelled?, nil: .cancelled
    case .failed?: .failed
    }
  }

  /// What is wrong, in a sentence; nothing where nothing is.
  private var message: String? {
    switch report.end {
    case .missing(let prompt): return missing(prompt)
    case .refused(let prompt, let refusal):
      return words("run.refused", .string(prompt.id.rawValue), .string(words(refusal.message)))
    case .timedOut(let prompt): return words("run.timed-out", .string(prompt.id.rawValue))
    case .interrupted, .signalled: return words("run.interrupted")
    case .gone, .quit: return words("run.left")
    case .recordFailed: return nil
    case .notStarted(let refusal): return words(refusal.message)
    case .ended: break
    }
    return switch report.outcome {
    case .finished?: nil
    case .failed(let failure)?: tell(failure)
    case .cancelled(.declined)?: words("run.declined")
    case .cancelled?, nil: words("run.left")
    }
  }

  private func tell(_ failure: FlowFailure) -> String {
    let sentence = Words(words.environment)(failure)
    return failure.cause is StoreFailure ? sentence : "\(failure.path): \(sentence)"
  }

  var messages: [String] {
    let isError = status != .cancelled && status != .interrupted
    return ([message].compactMap { $0 } + unused).map { isError ? words.error($0) : $0 }
  }

  var error: JSONValue {
    guard var sentence = message ?? recordMessage ?? unused.first else { return .null }
    if status == .usage { sentence = unused.joined(separator: " ") }
    var members: [String: JSONValue] = ["code": .string(code), "message": .string(sentence)]
    switch report.end {
    case .missing(let prompt), .refused(let prompt, _), .timedOut(let prompt):
      members["step"] = .string(prompt.path.description)
      members["flag"] = .string("--answer \(prompt.id.rawValue)=VALUE")
      members["accepts"] = .string(prompt.accepts.text)
      members["choices"] = .array(prompt.kind.choices.map { .string($0.key) })
    default: break
    }
    return .object(members)
  }

  /// What the walk has told already, where the script could not be written.
  private var recordMessage: String? {
    guard case .recordFailed(let failure) = report.end else { return nil }
    return Words(words.environment)(
      "record.failed", .string(failure.path), .string(failure.reason))
  }

  private var code: String {
    switch report.end {
    case .missing: return "missing-answer"
    case .refused(_, let refusal): return refusal.code.rawValue
    case .timedOut: return "timed-out"
    case .interrupted, .signalled: return "interrupted"
    case .gone: return "dismissed"
    case .quit: return "user"
    case .recordFailed: return "record"
    case .notStarted(let refusal): return refusal.code.rawValue
    case .ended: break
    }
    return switch report.outcome {
    case .finished?: "unused-answer"
    case .failed(let failure)?: failure.cause is StoreFailure ? "not-kept" : "failed"
    case .cancelled(let reason)?: reason.rawValue
    case nil: "user"
    }
  }

  private func missing(_ prompt: Prompt) -> String {
    var sentences = [
      words("run.missing", .string(prompt.id.rawValue)),
      words("run.accepts", .string(prompt.accepts.text)),
    ]
    let keys = prompt.kind.choices.map(\.key)
    if !keys.isEmpty {
      sentences.append(words("run.choices", .string(keys.joined(separator: ", "))))
    }
    return sentences.joined(separator: " ")
  }

  private var unused: [String] {
    let asked = report.askedSteps.map(\.rawValue)
    let known = asked.isEmpty ? words("run.nothing-asked") : asked.joined(separator: ", ")
    return report.unusedAnswers.map { step in
      let sentence = words("run.unused", .string(step), .string(known))
      guard let nearest = Nearest.word(to: step, among: asked.filter { $0 != step }) else {
        return sentence
      }
      return sentence + " " + words("run.suggestion", .string(nearest))
    }
  }
}
