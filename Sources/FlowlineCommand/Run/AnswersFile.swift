import Flowline
import FlowlineTerminal

/// Why a file of answers cannot be used.
struct AnswersFault: Error {
  let message: String
}

/// A file of answers: a JSON object of steps, or a script.
struct AnswersFile {
  let path: String
  let flow: FlowID
  let words: Words

  /// Adds the file's answers behind those that are there.
  func add(to answers: inout PreparedAnswers) throws(AnswersFault) {
    let bytes = try read()
    let first = bytes.first { !" \t\r\n".utf8.contains($0) }
    if first == UInt8(ascii: "{") {
      try add(json: bytes, to: &answers)
    } else {
      try add(script: bytes, to: &answers)
    }
  }

  private func read() throws(AnswersFault) -> [UInt8] {
    do throws(PrivateFile.Failure) {
      return try PrivateFile.read(path)
    } catch {
      throw AnswersFault(
        message: words("answers.unreadable", .string(path), .string(error.reason)))
    }
  }

  private func add(
    json bytes: [UInt8], to answers: inout PreparedAnswers
  ) throws(AnswersFault) {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw wrong("UTF-8") }
    let value: JSONValue
    do {
      value = try JSONValue(parsing: text)
    } catch {
      throw wrong("\(error)")
    }
    guard case .object(let members) = value else { throw wrong(words("answers.shape")) }
    for (step, value) in members.sorted(by: { $0.key < $1.key }) {
      if case .array(let values) = value {
        for value in values { answers.add(.json(value), for: step) }
      } else {
        answers.add(.json(value), for: step)
      }
    }
  }

  private func add(
    script bytes: [UInt8], to answers: inout PreparedAnswers
  ) throws(AnswersFault) {
    let script: Script
    do throws(ScriptFault) {
      script = try Script(parsing: bytes)
    } catch {
      throw wrong("\(error); \(words("answers.shape"))")
    }
    guard script.flow == flow else {
      throw wrong(words("answers.other-flow", .string(script.flow.rawValue)))
    }
    for answer in script.journal(or: words.environment).answers {
      // By the id alone: a script written by hand does not tell its flows.
      answers.add(.json(answer.value), for: answer.path.ids.last?.rawValue ?? "")
    }
  }

  private func wrong(_ reason: String) -> AnswersFault {
    AnswersFault(message: words("answers.wrong", .string(path), .string(reason)))
  }
}
