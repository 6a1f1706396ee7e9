public import Flowline

/// Inputs, each done in its session's turn and kept before the call returns.
extension SessionHost {
  /// Answers a question, or a form's page.
  ///
  /// If the question was answered before and its page is sent once more, the session goes back to it, so
  /// that a browser's back button does what a person means; unless something was written outside since, or
  /// the answer is refused: it is then where it was.
  ///
  /// - Parameters:
  ///   - key: the session and whose it is.
  ///   - input: the answer, or the fields of a page.
  ///   - token: the question that it is for; nil for the one that waits.
  ///   - isAcknowledged: whether what there is to ask back about the answer has been seen.
  ///   - isRevising: whether an answer to a question that was answered before changes that answer; if
  ///     not, it is outdated.
  ///   - patience: how long to wait for the next question if something is under way.
  /// - Throws: ``HostFault``.
  public func answer(
    _ key: SessionKey, _ input: HostedInput, to token: StepToken? = nil,
    acknowledging isAcknowledged: Bool = false, revising isRevising: Bool = true,
    patience: Duration = .zero
  ) async throws(HostFault) -> HostedReply {
    try await perform(.answer, on: key, for: token, patience: patience) {
      live, presentation async in
      await take(
        input, to: token, presentation, acknowledging: isAcknowledged, revising: isRevising, live)
    }
  }

  /// Goes back to the question before.
  ///
  /// - Parameters:
  ///   - key: the session and whose it is.
  ///   - token: the question that was shown; another is waiting by now if it is outdated, and nothing is
  ///     done. Nil for the one that waits.
  ///   - isFromPage: whether a form's page is left as a whole.
  ///   - patience: how long to wait for the next question if something is under way.
  /// - Throws: ``HostFault``.
  public func back(
    _ key: SessionKey, from token: StepToken? = nil, fromPage isFromPage: Bool = false,
    patience: Duration = .zero
  ) async throws(HostFault) -> HostedReply {
    try await perform(.back, on: key, for: token, patience: patience) { live, _ async in
      guard live.isAsked(token) else { return .outdated(.stale) }
      return await reception(of: live.controller.goingBack(fromPage: isFromPage))
    }
  }

  /// Goes back to a question that was answered, to change its answer.
  ///
  /// - Parameters:
  ///   - key: the session and whose it is.
  ///   - token: the question, see ``answers(of:)``.
  ///   - patience: how long to wait for the next question if something is under way.
  /// - Throws: ``HostFault``.
  public func back(
    _ key: SessionKey, to token: StepToken, patience: Duration = .zero
  ) async throws(HostFault) -> HostedReply {
    try await perform(.back, on: key, for: token, patience: patience) { live, _ async in
      guard let question = live.answered(token) else { return .outdated(.stale) }
      return await reception(of: live.controller.goingBack(to: question.answer))
    }
  }

  /// Goes back to the newest answer of the step whose path ends with these ids.
  ///
  /// - Parameters:
  ///   - key: the session and whose it is.
  ///   - path: the end of the step's path.
  ///   - token: the question that was shown, see ``back(_:from:fromPage:patience:)``.
  ///   - patience: how long to wait for the next question if something is under way.
  /// - Throws: ``HostFault``.
  public func back(
    _ key: SessionKey, toStep path: [StepID], from token: StepToken? = nil,
    patience: Duration = .zero
  ) async throws(HostFault) -> HostedReply {
    try await perform(.back, on: key, for: token, patience: patience) { live, _ async in
      guard live.isAsked(token) else { return .outdated(.stale) }
      return await reception(of: live.controller.goingBack(toStep: path))
    }
  }

  /// Leaves the innermost flow: one level, not one question.
  ///
  /// - Parameters:
  ///   - key: the session and whose it is.
  ///   - token: the question that was shown; nil for whatever waits.
  ///   - patience: how long to wait for the next question if something is under way.
  /// - Throws: ``HostFault``.
  public func cancel(
    _ key: SessionKey, at token: StepToken? = nil, patience: Duration = .zero
  ) async throws(HostFault) -> HostedReply {
    try await perform(.cancel, on: key, for: token, patience: patience) { live, _ async in
      guard live.isAsked(token) else { return .outdated(.stale) }
      return await reception(of: live.controller.cancelling())
    }
  }

  /// Closes the place of its own that a question is shown in, see `FlowController.gone(place:)`.
  ///
  /// - Parameters:
  ///   - key: the session and whose it is.
  ///   - token: the question; nil for whatever waits. Refused if that is in no such place.
  ///   - patience: how long to wait for the next question if something is under way.
  /// - Throws: ``HostFault``.
  public func close(
    _ key: SessionKey, placeOf token: StepToken? = nil, patience: Duration = .zero
  ) async throws(HostFault) -> HostedReply {
    try await perform(.other, on: key, for: token, patience: patience) { live, _ async in
      guard live.isAsked(token) else { return .outdated(.stale) }
      let presentation = live.presentation(of: token)
      let question = live.controller.placedPrompts.first { $0.prompt.presentation == presentation }
      guard let place = question?.prompt.place else { return .refused(.noPlace) }
      return await reception(of: live.controller.leaving(place: place.number))
    }
  }

  /// Ends one nested flow with all inside it, and without its siblings, see `FlowController.end(_:)`.
  ///
  /// - Parameters:
  ///   - key: the session and whose it is.
  ///   - path: the flow's ``HostedFlow/path``; outdated if no nested flow is open there.
  ///   - token: the question that was shown; nil for whatever waits.
  ///   - patience: how long to wait for the next question if something is under way.
  /// - Throws: ``HostFault``.
  public func end(
    _ key: SessionKey, flow path: StepPath, at token: StepToken? = nil, patience: Duration = .zero
  ) async throws(HostFault) -> HostedReply {
    try await perform(.cancel, on: key, for: token, patience: patience) { live, _ async in
      guard live.isAsked(token), let number = live.number(ofFlowAt: path) else {
        return .outdated(.stale)
      }
      return await reception(of: live.controller.ending(number))
    }
  }

  /// Gives up what is waited for, if that does no harm: a load or a check.
  ///
  /// - Parameters:
  ///   - key: the session and whose it is.
  ///   - token: the question that was shown meanwhile; nil for whatever waits.
  ///   - patience: how long to wait for the next question if something is under way.
  /// - Throws: ``HostFault``.
  public func stopWaiting(
    _ key: SessionKey, at token: StepToken? = nil, patience: Duration = .zero
  ) async throws(HostFault) -> HostedReply {
    try await perform(.other, on: key, for: token, patience: patience) { live, _ async in
      guard live.isAsked(token) else { return .outdated(.stale) }
      return await reception(of: live.controller.stoppingWaiting())
    }
  }

  /// Changes the language of a session.
  ///
  /// - Parameters:
  ///   - language: the language, `ru` for example; refused if there are no texts in it.
  ///   - key: the session and whose it is.
  /// - Throws: ``HostFault``.
  public func speak(
    _ language: String, in key: SessionKey
  ) async throws(HostFault) -> HostedReply {
    try await perform(.other, on: key, isFact: true, patience: .zero) { live, _ async in
      await reception(of: live.controller.speaking(language))
    }
  }

  /// Gives a rebuilt session the answers that it was started with, for the steps that were not asked yet.
  func giveAgain(_ answers: [GivenAnswer], to key: SessionKey) async throws(HostFault) {
    _ = try await perform(.other, on: key, isFact: true, patience: .zero) { live, _ async in
      let left = live.beginGiving() ? live.notAsked(answers) : []
      guard !left.isEmpty else { return .accepted }
      return await reception(of: live.controller.giving(left))
    }
  }

  /// Keeps a file's contents, so that a question of the session can be answered with it.
  ///
  /// - Parameters:
  ///   - contents: the file.
  ///   - key: the session and whose it is.
  /// - Returns: what the question is answered with.
  /// - Throws: ``HostFault``; ``HostFault/Code/tooManyFiles`` or ``HostFault/Code/full`` if there is no room
  ///   for it, see ``HostLimits/fileBytesPerUser``.
  public func keep(
    _ contents: FileContents, for key: SessionKey
  ) async throws(HostFault) -> KeptFile {
    try await call(key) { session async throws(HostFault) in
      guard case .live(let live) = try await load(session) else {
        throw HostFault(.notOffered, "the session has ended")
      }
      // What is sent once more takes no more room.
      let count = live.controller.has(contents) ? 0 : contents.bytes.count
      return try await keeping(count, of: key.user) {
        () async throws(HostFault) -> KeptFile in
        do throws(StoreFailure) {
          return try await live.controller.keep(contents)
        } catch {
          throw HostFault(error)
        }
      }
    }
  }
}
