import Flowline
import FoundationEssentials

/// Sessions that are kept: showing them, resuming them, forgetting them.
extension Repl {
  /// Offers to resume the session that was left or cut off last, if somebody can say so and something
  /// was typed in it.
  ///
  /// Nothing typed means yes. What is neither yes nor no is done as a line of its own.
  func offerLast() -> End? {
    guard mode.isAttended, let session = library?.lastWorthOffering(in: world),
      let flow = session.flow,
      catalog[flow] != nil
    else { return nil }
    let list = list
    surface.show(
      texts.wrapped(
        words(
          "session.offer", .string(list.nameWithAnswers(of: session)),
          .string(list.state(of: session)), .string(list.changed(session)))))
    while true {
      var request = LineRequest(prompt: PromptText(words("session.offer.input") + " "))
      request.isPlain = surface.look.isPlain
      request.ghostStyle = surface.look.style(.dim)
      request.hint = renderer.yesOrNo(standard: .bool(true))
      switch feed.readLine(request) {
      case .line(let line): return take(offer: session, line)
      case .interrupted: return decline(session)
      case .endOfInput: return feed.isGone ? .gone : .left
      case .terminated(let signal, _): return .signalled(signal)
      case .pasted, .woken, .unlocked, .back, .invalidInput, .tooLong: continue
      }
    }
  }

  private func take(offer session: StoredSession, _ line: String) -> End? {
    guard !line.trimmingSpaces.isEmpty else { return resume(session) }
    switch words.yesOrNo(line) {
    case true?: return resume(session)
    case false?: return decline(session)
    case nil: return take(line)
    }
  }

  private func decline(_ session: StoredSession) -> End? {
    let id = library?.shortID(of: session.id) ?? ""
    surface.show(renderer.note(words("session.stays", .string(id))))
    return nil
  }

  /// Shows what can be resumed, and what broke.
  func listSessions() {
    do throws(StoreFailure) {
      let sessions = try library?.store.sessions(limit: 20).filter(\.isOpen) ?? []
      let lines = list.lines(for: sessions, columns: surface.columns())
      surface.show(sessions.isEmpty ? texts.wrapped(words("session.none")) : lines)
    } catch {
      fail(error, of: words("errors.sessions"))
    }
  }

  /// Resumes a session by its name.
  func resume(_ name: String) -> End? {
    find(name, for: .resuming).flatMap(resume)
  }

  /// Removes a session by its name; a person is asked first if something would be lost.
  ///
  /// - Returns: the program's end, if that came instead of an answer.
  func forget(_ name: String) -> End? {
    guard let library, let session = find(name, for: .forgetting) else { return nil }
    let id = library.shortID(of: session.id)
    // One that is in use cannot be removed, whatever is answered.
    if session.isForgottenOnlyIfConfirmed, !session.isInUse, mode.isAttended, !feed.isFromFile {
      let question = ForgettingQuestion(on: surface, from: feed, list: list)
      switch question.ask(about: session, named: id) {
      case .forget: break
      case .keep:
        surface.show(renderer.note(question.kept(named: id)))
        return nil
      case .gone: return .gone
      case .signalled(let signal): return .signalled(signal)
      }
    }
    do throws(StoreFailure) {
      try library.store.remove(session.id)
      surface.show(
        renderer.note(words("session.forgotten", .string(id), .string(list.name(of: session)))))
    } catch {
      fail(error, of: words("errors.sessions"))
    }
    return nil
  }

  /// Finds a session by its name; says why there is none, or why it is not the latest.
  private func find(_ name: String, for purpose: SessionLibrary.Purpose) -> StoredSession? {
    guard let library else {
      show(error: words("session.none-unfinished"))
      return nil
    }
    do throws(StoreFailure) {
      let finding = try library.find(name, in: world, for: purpose)
      guard case .found(let session, let passedOver) = finding else {
        if let message = words(finding, for: name) { show(error: message) }
        return nil
      }
      if let passedOver {
        let id = library.shortID(of: session.id)
        surface.show(renderer.note(words(passedOver, for: id)))
      }
      return session
    } catch {
      fail(error, of: words("errors.sessions"))
      return nil
    }
  }

  private func resume(_ session: StoredSession) -> End? {
    guard let library else { return nil }
    if let end = session.end { return tell(end, of: session, in: library) }
    let title = list.title(of: session)
    if let recorded = session.world, let world, recorded != world {
      let fault = ResumeFault.otherWorld(recorded: recorded, current: world)
      fail(fault, of: title, session.id, words(fault, of: library.shortID(of: session.id)))
      return nil
    }
    do {
      let record = try library.store.open(session.id)
      let walk = makeWalk(in: record.environment(or: environment))
      let report = try walk.resume(record, of: catalog) { [self] words in
        let title = list(words).title(of: session)
        return words("session.going-on", .integer(session.answers), .string(title))
      }
      return end(report) { list($0).title(of: session) }
    } catch let fault as ResumeFault {
      fail(fault, of: title, session.id, words(fault, of: library.shortID(of: session.id)))
    } catch {
      fail(error, of: title, session.id)
    }
    return nil
  }

  /// Tells the end of a session that had ended earlier, in the words of the first time.
  private func tell(
    _ end: StoredSession.End, of session: StoredSession, in library: SessionLibrary
  ) -> End? {
    let recap = recap(of: session, in: library)
    let words = words.speaking(recap?.language ?? words.environment.language)
    let title = list(words).title(of: session)
    switch end {
    case .finished(let result):
      let isTold = tell(.finished(result), recap?.resultText, of: title, in: words)
      guard isTold else { return nil }
    case .cancelled(let reason): tell(.cancelled(reason), of: title, in: words)
    case .failed(let message):
      let told = recap?.failure.map { words($0) } ?? message
      let sentence = words("outcome.failed", .string(title.asBeginning), .string(told))
      surface.show(renderer(words).failure(sentence))
      stop(for: .failed)
    }
    library.removeReported(session.id)
    return nil
  }

  /// What its flow says of a session's end; nil if the record cannot be opened.
  private func recap(of session: StoredSession, in library: SessionLibrary) -> EndRecap? {
    guard let record = try? library.store.open(session.id) else { return nil }
    defer { record.close() }
    return EndRecap(of: record, by: catalog, in: world, or: environment)
  }

  private var list: SessionList { list(words) }

  private func list(_ words: Words) -> SessionList {
    SessionList(look: surface.look, words: words, catalog: catalog)
  }
}
