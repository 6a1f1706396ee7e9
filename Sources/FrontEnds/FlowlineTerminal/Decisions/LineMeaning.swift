import Flowline

/// What something that was typed at a question asks for.
enum LineMeaning: Equatable {
  /// An answer, which the flow reads.
  case answer(String)
  /// An Enter alone: what was understood before is right.
  case confirmation(AnswerLine.Unconfirmed)
  /// A secret, which is to be typed once more.
  case secretToRepeat(String)
  /// The path of a file, whose contents are the answer.
  case path(String, atMost: Int)
  /// A command.
  case command(PromptCommand.Call)
  /// Neither an answer nor a command; what was typed is offered for mending.
  case fault(LineFault, typed: String)
  /// One step back, in the middle of a line.
  case back(typed: String)
  /// Ctrl-C in the middle of a line: the line is emptied.
  case clear
  /// The page has been read; nobody is there to press Enter.
  case acknowledgement
  /// The session is to be resumed later.
  case pause
  /// The innermost flow is to be cancelled.
  case cancel
  /// The flow is to be left as a whole.
  case leave(LineEnd)
  /// Nothing was typed: the question is asked again.
  case nothing
}

/// Why a flow is left at a question.
enum LineEnd: Equatable {
  /// Nobody could be asked.
  case missing
  /// Ctrl-C in an empty line.
  case interrupted
  /// The terminal was closed.
  case gone
  /// A signal asked the process to end.
  case signalled(Int32)
}

/// What is wrong with a line that never came to the flow.
enum LineFault: Equatable {
  /// Bytes that are no UTF-8, in a line of plain input.
  case notUTF8(line: Int, offset: Int)
  /// More than may be typed, in bytes.
  case tooLong(limit: Int)
  /// A command behind the text that was offered for editing.
  case commandBehindText(String)
  /// A line that looks like a command but is not one.
  case command(PromptCommand.Fault)

  /// Whether the line was meant as a command rather than as an answer.
  var isCommand: Bool {
    switch self {
    case .commandBehindText, .command: true
    case .notUTF8, .tooLong: false
    }
  }
}

/// A question and what is known of its line: all that decides what a line means.
struct LineContext {
  let prompt: Prompt
  /// The line as it is.
  let line: AnswerLine
  /// Whether there is somebody to ask again.
  let isAttended: Bool
  /// Whether the session is kept, and so can be resumed.
  let isKept: Bool
  /// Whether the terminal was closed.
  let isGone: Bool

  /// What came of asking for a line, as what it asks for.
  func meaning(of event: LineEvent) -> LineMeaning {
    switch event {
    case .line(let text): meaning(of: text)
    case .back(let text): .back(typed: text)
    case .interrupted(let text): isAttended && !text.isEmpty ? .clear : .leave(.interrupted)
    case .endOfInput: endOfInput
    case .terminated(let signal, _): .leave(.signalled(signal))
    case .invalidInput(let line, let offset):
      .fault(.notUTF8(line: line, offset: offset), typed: "")
    case .tooLong(let limit, let text): .fault(.tooLong(limit: limit), typed: text)
    // Only a text of several lines takes them, and then before it is asked what they mean.
    case .pasted, .woken, .unlocked: .nothing
    }
  }

  /// A page asks for nothing that could be missing; what was answered is kept if it can be.
  private var endOfInput: LineMeaning {
    guard isAttended else { return prompt.kind == .review ? .acknowledgement : .leave(.missing) }
    if isGone { return .leave(.gone) }
    return isKept ? .pause : .cancel
  }

  private func meaning(of typed: String) -> LineMeaning {
    if let command = commandBehindText(in: typed) {
      return .fault(.commandBehindText(command), typed: typed)
    }
    if isAttended, !takesAnyText, typed.trimmingSpaces == "?" {
      return .command(PromptCommand.Call(.help))
    }
    switch PromptLine(typed) {
    case .answer(let text): return meaning(ofAnswer: text)
    case .command(let call): return .command(call)
    // A secret that looks like a wrong command must not be shown as one.
    case .faulty where prompt.isSensitive: return meaning(ofAnswer: typed)
    case .faulty(let fault): return .fault(.command(fault), typed: typed)
    }
  }

  private func meaning(ofAnswer text: String) -> LineMeaning {
    if prompt.isSensitive, isTypedTwice { return .secretToRepeat(text) }
    if case .file(_, let size) = prompt.kind {
      let path = text.trimmingSpaces
      // The name of the file that was answered with before is that answer.
      if !path.isEmpty, path != prompt.draft { return .path(path, atMost: size.upperBound) }
    }
    if let understood = line.unconfirmed, text.allSatisfy(\.isWhitespace) {
      return .confirmation(understood)
    }
    return .answer(text)
  }

  /// Whether a question mark may be the answer, rather than a call for help.
  private var takesAnyText: Bool {
    switch prompt.kind {
    case .text, .longText, .secret, .custom: true
    default: prompt.isSensitive
    }
  }

  /// Whether a terminal asks for the secret twice, so that no slip of the finger is kept.
  var isTypedTwice: Bool {
    if case .secret(_, true) = prompt.kind { isAttended } else { false }
  }

  /// A command, be it misspelt, that was typed behind the text that was offered for editing: a person whose
  /// answer was refused and who types `:cancel` has it at the end of that text.
  ///
  /// It is neither done nor taken for an answer, unless the same line comes again.
  private func commandBehindText(in typed: String) -> String? {
    guard isAttended, !prompt.isSensitive, let offered = line.kept ?? prompt.draft,
      !offered.isEmpty, typed.hasPrefix(offered)
    else { return nil }
    let rest = String(typed.dropFirst(offered.count)).trimmingSpaces
    guard rest.hasPrefix(":"), rest.dropFirst().first?.isLetter == true else { return nil }
    return rest
  }
}

extension LineContext {
  /// What a reply to a warning about an answer asks for.
  enum WarningReply: Equatable {
    /// The answer is meant.
    case goOn
    /// The answer is edited.
    case goBack
    /// Neither yes nor no: ask again.
    case askAgain
    /// A no, and nobody is there to edit the answer.
    case refused
    /// Nobody could be asked.
    case unanswered
    /// The flow is to be left as a whole.
    case leave(LineEnd)
  }

  /// What came of asking whether an answer is meant, as what it asks for; nothing typed is a no.
  ///
  /// - Parameters:
  ///   - event: what came of asking.
  ///   - yesOrNo: reads a yes or a no; nil if a line is neither.
  func reply(of event: LineEvent, _ yesOrNo: (String) -> Bool?) -> WarningReply {
    switch event {
    case .line(let typed):
      switch typed.trimmingSpaces.isEmpty ? false : yesOrNo(typed) {
      case true?: .goOn
      case nil where isAttended: .askAgain
      case false?, nil: isAttended ? .goBack : .refused
      }
    case .terminated(let signal, _): .leave(.signalled(signal))
    case .endOfInput where isGone && isAttended: .leave(.gone)
    case _ where !isAttended: .unanswered
    // A person who does not say yes edits the answer.
    default: .goBack
    }
  }
}

extension WalkEnd {
  /// The end of a walk that is left at a question.
  init(_ end: LineEnd, at prompt: Prompt) {
    self =
      switch end {
      case .missing: .missing(prompt)
      case .interrupted: .interrupted
      case .gone: .gone
      case .signalled(let signal): .signalled(signal)
      }
  }
}

extension Refusal.Code {
  /// A line that looks like a command, and is not one that can be done here.
  static let notACommand: Refusal.Code = "not-a-command"
}

extension Words {
  /// Why a line never came to the flow, as a refusal of it.
  func refusal(of fault: LineFault, typed: String) -> Refusal {
    switch fault {
    case .notUTF8(let line, let offset):
      Refusal(
        "not-utf8",
        Text(
          verbatim: self("input.not-utf8", .string(String(line)), .string(String(offset)))))
    case .tooLong(let limit):
      Refusal(.tooLong, Text(verbatim: self("input.too-long", .integer(limit))))
    case .commandBehindText(let command):
      Refusal(.notACommand, Text(verbatim: self("command.behind", .string(command))))
    case .command(let fault):
      Refusal(.notACommand, Text(verbatim: message(of: fault, typed: typed)))
    }
  }

  /// An unknown command may have been meant as an answer.
  private func message(of fault: PromptCommand.Fault, typed: String) -> String {
    guard case .unknown = fault else { return self(fault) }
    return self(fault) + " "
      + self("command.escape", .string(":" + typed.trimmingSpaces.prefix(20)))
  }
}
