import Flowline
import FoundationEssentials

/// Sessions that are kept: showing them, going on with them, forgetting them.
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
      case .woken, .unlocked, .back, .invalidInput, .tooLong: continue
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

  /// Shows what can be gone on with, and what broke.
  func listSessions() {
    do throws(StoreFailure) {
      let sessions = try library?.store.sessions(limit: 20).filter(\.isOpen) ?? []
      let lines = list.lines(for: sessions, columns: surface.columns())
      surface.show(sessions.isEmpty ? texts.wrapped(words("session.none")) : lines)
    } catch {
      fail(error, of: words("errors.sessions"))
    }
  }

  /// Goes on with a session by its name.
  func resume(_ name: String) -> End? {
    find(name).flatMap(resume)
  }

  func forget(_ name: String) {
    guard let library, let session = find(name) else { return }
    do throws(StoreFailure) {
      let id = library.shortID(of: session.id)
      try library.store.remove(session.id)
      surface.show(
        renderer.note(words("session.forgotten", .string(id), .string(list.name(of: session)))))
    } catch {
      fail(error, of: words("errors.sessions"))
    }
  }

  /// Tells what is saved of a session that was left, and how it is resumed.
  func tellOfKept(_ session: UUID, _ title: String, isWhole: Bool, inShell: Bool) {
    let key = isWhole ? "session.kept" : "session.kept-partly"
    let state = words(key, .string(title.asBeginning))
    let command = resumeCommand(of: session, inShell: inShell)
    let next = words("session.to-resume", .string(command))
    // A command of the shell's is copied from here: it is not broken if it can have a line of its own.
    let notes = inShell ? [state, next] : ["\(state) \(next)"]
    surface.show(notes.flatMap(renderer.note))
  }

  /// Says how a result is seen that could not be written.
  func tellOfKeptResult(of session: UUID) {
    guard library != nil else { return }
    // A line that was not done ends the program if nobody is at a terminal.
    let command = resumeCommand(of: session, inShell: !mode.isAttended)
    surface.show(renderer.note(words("session.result-kept", .string(command))))
  }

  /// What is typed to resume a session.
  ///
  /// - Parameters:
  ///   - session: the session.
  ///   - inShell: whether it is typed in the shell, since the program is about to end.
  /// - Returns: the command; the prompt's own without an id if it resumes this session by itself.
  private func resumeCommand(of session: UUID, inShell: Bool) -> String {
    let id = library?.shortID(of: session) ?? ""
    guard !inShell else { return shellCommand(id) }
    let word = PromptCommand.of(.resume)?.name(in: words.environment.language) ?? ""
    return library?.lastUnfinished(in: world)?.id == session ? word : "\(word) \(id)"
  }

  private func find(_ name: String) -> StoredSession? {
    guard let library else {
      show(error: words("session.none-unfinished"))
      return nil
    }
    do throws(StoreFailure) {
      let finding = try library.find(name, in: world)
      if case .found(let session) = finding { return session }
      if let message = words(finding, for: name) { show(error: message) }
    } catch {
      fail(error, of: words("errors.sessions"))
    }
    return nil
  }

  private func resume(_ session: StoredSession) -> End? {
    guard let library else { return nil }
    let title = list.title(of: session)
    if let end = session.end { return tell(end, of: session, titled: title) }
    if let recorded = session.world, let world, recorded != world {
      let fault = ResumeFault.otherWorld(recorded: recorded, current: world)
      fail(fault, of: title, session.id, words(fault, of: library.shortID(of: session.id)))
      return nil
    }
    do {
      let record = try library.store.open(session.id)
      let walk = makeWalk(in: record.environment(or: environment))
      // What cannot be read does not go on: resuming it says why.
      if session.isUnfinished {
        surface.show(
          renderer.note(words("session.going-on", .integer(session.answers), .string(title))))
      }
      return end(try walk.resume(record, of: catalog), of: title)
    } catch let fault as ResumeFault {
      fail(fault, of: title, session.id, words(fault, of: library.shortID(of: session.id)))
    } catch {
      fail(error, of: title, session.id)
    }
    return nil
  }

  private func tell(
    _ end: StoredSession.End, of session: StoredSession, titled title: String
  ) -> End? {
    switch end {
    case .outcome(let outcome):
      guard tell(outcome, of: title) else { return nil }
      if case .failed = outcome { stop(for: .failed) }
    case .failure(let message):
      surface.show(
        renderer.failure(words("outcome.failed", .string(title.asBeginning), .string(message))))
      stop(for: .failed)
    }
    library?.removeReported(session.id)
    return nil
  }

  private var list: SessionList {
    SessionList(look: surface.look, words: words, catalog: catalog)
  }
}
