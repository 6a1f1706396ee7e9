package import Flowline
import FoundationEssentials

/// What a front end for programs tells, the same in every one of them: an object with its type.
package struct Message: Sendable {
  package let json: JSONValue

  package init(_ type: String, _ members: [String: JSONValue?]) {
    json = .object(members.compactMapValues { $0 }.merging(["type": .string(type)]) { $1 })
  }

  /// The version of the requests and messages.
  package static let protocolVersion = 1

  package static func hello(program: String, version: String?, flows: JSONValue) -> Message {
    Message(
      "hello",
      [
        "protocol": .integer(Int64(Self.protocolVersion)),
        "program": .string(program), "version": version.map { .string($0) }, "flows": flows,
      ])
  }

  package static func prompt(_ prompt: JSONValue, schema: JSONValue) -> Message {
    Message("prompt", ["prompt": prompt, "schema": schema])
  }

  package static func working(_ step: StepPath) -> Message {
    Message("working", ["step": step.json])
  }

  package static func waiting(for wait: FlowInspection.Effect, at step: StepPath) -> Message {
    Message("waiting", ["step": step.json, "for": wait.json])
  }

  package static func journal(_ script: String, line: Int) -> Message {
    Message("journal", ["script": .string(script), "line": .integer(Int64(line))])
  }

  /// A file is kept, and can be answered with.
  package static func file(_ file: KeptFile, line: Int) -> Message {
    Message("file", ["file": file.json, "line": .integer(Int64(line))])
  }

  /// The contents of a file that was asked for.
  package static func contents(_ contents: FileContents, line: Int) -> Message {
    Message(
      "contents",
      [
        "file": contents.file.json, "base64": .string(Data(contents.bytes).base64EncodedString()),
        "line": .integer(Int64(line)),
      ])
  }

  package static func error(_ fault: RequestFault, line: Int) -> Message {
    Message(
      "error",
      [
        "line": .integer(Int64(line)), "expected": .string(fault.expected),
        "got": .string(fault.got), "offset": fault.offset.map { .integer(Int64($0)) },
      ])
  }

  /// A place of its own is opened for a flow, or closed.
  package static func place(_ type: String, _ place: JSONValue) -> Message {
    Message(type, ["place": place])
  }

  /// Presentations are to be taken off show.
  package static func dismissed(_ presentations: Range<Int>) -> Message {
    Message(
      "dismissed",
      [
        "first": .integer(Int64(presentations.lowerBound)),
        "last": .integer(Int64(presentations.upperBound - 1)),
      ])
  }

  /// Something that was kept before could not be taken up as it was.
  package static func note(_ message: String) -> Message {
    Message("note", ["message": .string(message)])
  }
}

extension Message {
  /// An input that was not taken.
  package static func refusal(
    _ refusal: Refusal, of request: String, line: Int, in environment: FlowEnvironment
  ) -> Message {
    var fields: [String: JSONValue] = [:]
    for (field, refusal) in refusal.fields {
      fields[field.rawValue] = refusal.json(in: environment)
    }
    return Message(
      "refusal",
      [
        "of": .string(request), "line": .integer(Int64(line)),
        "code": .string(refusal.code.rawValue),
        "message": .string(refusal.message.resolved(in: environment).text),
        "isWarning": refusal.isWarning ? true : nil, "arguments": .object(refusal.arguments),
        "range": refusal.range.map {
          .array([.integer(Int64($0.lowerBound)), .integer(Int64($0.upperBound))])
        }, "fields": fields.isEmpty ? nil : .object(fields),
      ])
  }

  /// Something outside did not let an input be taken: the place where sessions are kept.
  package static func refusal(
    code: String, _ message: String, of request: String, line: Int
  ) -> Message {
    Message(
      "refusal",
      [
        "of": .string(request), "line": .integer(Int64(line)), "code": .string(code),
        "message": .string(message), "arguments": [:],
      ])
  }
}

extension Message {
  /// The end of a flow.
  ///
  /// - Parameters:
  ///   - flow: the flow's id.
  ///   - outcome: how it ended.
  ///   - words: what the result means to a person; nil if the flow does not say.
  ///   - kept: the session, if it can be resumed.
  /// - Returns: the message `ended`.
  package static func ended(
    _ flow: FlowID, _ outcome: Outcome<JSONValue>, in words: String? = nil, kept: String? = nil
  ) -> Message {
    var members: [String: JSONValue?] = [
      "flow": .string(flow.rawValue), "session": kept.map { .string($0) },
    ]
    switch outcome {
    case .finished(let output):
      members["outcome"] = "finished"
      members["output"] = output
      members["text"] = words.map { .string($0) }
    case .cancelled(let reason):
      members["outcome"] = "cancelled"
      members["error"] = ["code": .string(reason.rawValue)]
    case .failed(let failure):
      members["outcome"] = "failed"
      members["error"] = [
        "code": "failed", "message": .string(failure.message), "path": failure.path.json,
      ]
    }
    return Message("ended", members)
  }

  /// A session was left as it is, without an outcome.
  ///
  /// - Parameters:
  ///   - flow: the flow's id.
  ///   - kept: the session, if it can be resumed.
  /// - Returns: the message `paused`.
  package static func paused(_ flow: FlowID, kept: String?) -> Message {
    Message(
      "paused", ["flow": .string(flow.rawValue), "session": kept.map { .string($0) }])
  }

  /// The end of a session that broke before and was never reported.
  package static func ended(_ flow: FlowID, brokenWith message: String) -> Message {
    Message(
      "ended",
      [
        "flow": .string(flow.rawValue), "outcome": "failed",
        "error": ["code": "failed", "message": .string(message)],
      ])
  }
}

extension Message {
  /// What would become of an answer.
  package static func preview(
    _ preview: AnswerPreview, line: Int, in environment: FlowEnvironment
  ) -> Message {
    Message(
      "preview",
      [
        "line": .integer(Int64(line)), "recorded": preview.recorded,
        "echo": preview.echo.map { .string($0.text) },
        "warning": preview.warning?.json(in: environment),
      ])
  }

  /// How far work has come.
  package static func progress(_ effect: FlowInspection.Effect) -> Message {
    Message("progress", ["effect": effect.json])
  }
}

extension StepPath {
  package var json: JSONValue { .array(ids.map { .string($0.rawValue) }) }
}

extension Refusal {
  /// The code and what is said of it.
  package func json(in environment: FlowEnvironment) -> JSONValue {
    [
      "code": .string(code.rawValue), "message": .string(message.resolved(in: environment).text),
    ]
  }
}
