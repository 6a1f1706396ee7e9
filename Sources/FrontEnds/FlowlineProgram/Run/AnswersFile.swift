import Flowline
import FlowlineTerminal

/// Why answers cannot be used.
struct AnswersFault: Error {
  let message: String
}

/// A file of answers: a JSON object of steps, a JSON array of steps and answers, or a script.
struct AnswersFile {
  let path: String
  let flow: FlowID
  let words: Words

  /// Adds the file's answers behind those that are there.
  func add(to answers: inout PreparedAnswers) throws(AnswersFault) {
    let file = try read()
    // Counted from the beginning of the file, the byte-order mark included.
    if let offset = file.lengthBeforeWrongUTF8 {
      throw wrong(words("answers.not-utf8", .string(String(offset))))
    }
    let bytes = Array(file.withoutByteOrderMark)
    let first = bytes.first { !" \t\r\n".utf8.contains($0) }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      try add(json: bytes, to: &answers)
    } else {
      try add(script: bytes, to: &answers)
    }
  }

  private func read() throws(AnswersFault) -> [UInt8] {
    do throws(NamedFile.Failure) {
      return try NamedFile.read(path == "-" ? "/dev/stdin" : path)
    } catch {
      throw AnswersFault(
        message: words(
          "answers.unreadable", .string(path), .string(words.reason(of: error.code))))
    }
  }

  private func add(
    json bytes: [UInt8], to answers: inout PreparedAnswers
  ) throws(AnswersFault) {
    let value: JSONValue
    do {
      value = try JSONValue(parsing: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw wrong("\(error)")
    }
    switch value {
    case .object(let members): try add(members, to: &answers)
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        guard case .object(let members) = element, members.count == 2,
          let step = members["step"]?.string, let answer = members["answer"]
        else { throw wrong(words("answers.element", .integer(index + 1))) }
        answers.add(Answer(inFile: answer), for: try checked(step))
      }
    default: throw wrong(words("answers.shape"))
    }
  }

  /// The name of a step, which is not empty and has no empty part.
  private func checked(_ step: String) throws(AnswersFault) -> String {
    guard GivenAnswer.path(step) != nil else { throw wrong(words("answers.step", .string(step))) }
    return step
  }

  private func add(
    _ members: [String: JSONValue], to answers: inout PreparedAnswers
  ) throws(AnswersFault) {
    for (step, value) in members.sorted(by: { $0.key < $1.key }) {
      let step = try checked(step)
      if case .array(let values) = value {
        for value in values { answers.add(Answer(inFile: value), for: step) }
      } else {
        answers.add(Answer(inFile: value), for: step)
      }
    }
  }

  private func add(
    script bytes: [UInt8], to answers: inout PreparedAnswers
  ) throws(AnswersFault) {
    let script: Script
    do throws(UnreadableScript) {
      script = try Script(parsing: bytes, from: .file)
    } catch {
      throw unreadable(error)
    }
    // What may be half an amount is no answer.
    if let note = script.notes.first {
      throw wrong(words("answers.unended", .integer(note.line)))
    }
    guard script.flow == flow else {
      throw wrong(words("answers.other-flow", .string(script.flow.rawValue)))
    }
    for answer in script.journal(or: words.environment).answers {
      // By the id alone: a script written by hand does not tell its flows.
      answers.add(.json(answer.value), for: answer.path.ids.last?.rawValue ?? "")
    }
  }

  private func unreadable(_ script: UnreadableScript) -> AnswersFault {
    switch script {
    case .damaged(let fault):
      // Not what the line has, which may be a secret.
      let place = words("answers.script", .integer(fault.line), .text(fault.expectedText))
      return wrong("\(place); \(words("answers.shape"))")
    case .newerFormat(let recorded, let known):
      return AnswersFault(
        message: words(
          "answers.newer-format", .string(path), .string(String(recorded)), .string(String(known))))
    }
  }

  private func wrong(_ reason: String) -> AnswersFault {
    AnswersFault(message: words("answers.wrong", .string(path), .string(reason)))
  }
}

extension Answer {
  /// `{"text":"…"}` is an answer as a person types it; anything else is one by a program.
  fileprivate init(inFile value: JSONValue) {
    guard case .object(let members) = value, members.count == 1, let text = members["text"]?.string
    else {
      self = .json(value)
      return
    }
    self = .text(text)
  }
}
