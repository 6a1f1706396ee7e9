/// A question that waits for an answer, its type forgotten.
protocol PendingQuestion: AnyObject {
  /// Reads an answer; resumes the body where it is taken.
  func receive(_ answer: Answer, in session: Session) -> Refusal?
  func prompt(_ presentation: Int, in session: Session) -> Prompt
  func abandon(_ error: FlowCancelled)
}

extension Session {
  /// Asks a screen's question, unless the journal has the answer.
  nonisolated(nonsending) func ask<Asked: Screen>(
    _ screen: Asked, _ frame: Frame.ID
  ) async throws -> Asked.Output {
    let outline = screen.outline(in: environment)
    var asking = machine.asked(by: frame, outline)
    if case .recorded(let recorded) = asking {
      switch screen.read(.json(recorded), in: environment) {
      case .success(let accepted):
        machine.recordedAnswerStands(
          outline, isSkippedByBack: screen.question.isSkippedByBack)
        return accepted.value
      case .failure(let refusal):
        asking = machine.recordedAnswerRefused(refusal, outline)
      }
    }
    switch asking {
    case .present(_, let draft):
      return try await withUnsafeThrowingContinuation { continuation in
        question = Question(screen: screen, draft: draft, continuation)
      }
    case .hindered(let hindrance): try await meet(hindrance)
    case .recorded: throw FlowCancelled(.terminated)
    }
  }

  /// Does not come back: throws, or holds the body for good.
  nonisolated(nonsending) func meet(_ hindrance: FlowMachine.Hindrance) async throws -> Never {
    switch hindrance {
    case .leave(let reason): throw FlowCancelled(reason)
    case .notInnermost: throw FlowMisuse.notInnermost
    case .hold:
      // The body would spin for ever. Its task is given up, and says so in the diagnostics.
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      throw FlowCancelled(.terminated)
    }
  }

  private final class Question<Asked: Screen>: PendingQuestion {
    private let screen: Asked
    private let draft: JSONValue?
    private let continuation: UnsafeContinuation<Asked.Output, any Error>

    init(
      screen: Asked, draft: JSONValue?,
      _ continuation: UnsafeContinuation<Asked.Output, any Error>
    ) {
      self.screen = screen
      self.draft = draft
      self.continuation = continuation
    }

    func receive(_ answer: Answer, in session: Session) -> Refusal? {
      let question = screen.question
      switch screen.read(effective(answer), in: session.environment) {
      case .success(let accepted):
        session.question = nil
        session.machine.answered(
          question.isSensitive ? FlowMachine.redacted : accepted.recorded,
          isSkippedByBack: question.isSkippedByBack)
        continuation.resume(returning: accepted.value)
        return nil
      case .failure(let refusal):
        session.machine.refused(
          question.isSensitive ? FlowMachine.redacted : answer.recordedText, refusal.code)
        return question.isSensitive ? refusal.redacted : refusal
      }
    }

    /// Nothing typed means the default, where there is one.
    private func effective(_ answer: Answer) -> Answer {
      guard let standard = screen.defaultAnswer, case .text(let text) = answer,
        text.allSatisfy(\.isWhitespace)
      else { return answer }
      return .json(standard)
    }

    func abandon(_ error: FlowCancelled) {
      continuation.resume(throwing: error)
    }

    func prompt(_ presentation: Int, in session: Session) -> Prompt {
      let environment = session.environment
      let question = screen.question
      let kind = screen.kind(in: environment)
      let isOpen = !question.isSensitive
      return Prompt(
        path: session.machine.currentPath,
        trail: session.machine.frames.map { $0.title.resolved(in: environment) },
        presentation: presentation, kind: kind, question: question.text.resolved(in: environment),
        page: screen.page(in: environment),
        defaultText: isOpen ? screen.defaultAnswer.flatMap { typed($0, in: environment) } : nil,
        draft: isOpen ? draft.flatMap { typed($0, in: environment) } : nil,
        help: question.help?.resolved(in: environment),
        reason: question.reason?.resolved(in: environment),
        accepts: kind.accepts.resolved(in: environment),
        example: screen.example(in: environment), isSensitive: question.isSensitive,
        backRefusal: session.machine.backRefusal)
    }

    private func typed(_ recorded: JSONValue, in environment: FlowEnvironment) -> String? {
      screen.typed(recorded, in: environment)
    }
  }
}

extension Answer {
  /// The answer as a refusal records it: as it came.
  var recordedText: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .json(let json): json
    }
  }
}

extension Refusal {
  /// The refusal without anything that could tell what was typed.
  var redacted: Refusal {
    Refusal(code, message.withoutArguments)
  }
}

extension Text {
  var withoutArguments: Text {
    guard case .catalogued(let catalog, let key, let arguments) = content else { return self }
    return Text(
      .catalogued(
        catalog, key: key,
        arguments.map { if case .string = $0 { .string("…") } else { $0 } }))
  }
}
