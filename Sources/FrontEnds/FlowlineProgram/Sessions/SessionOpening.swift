import Flowline
import FlowlineTerminal
import FoundationEssentials

/// Opening a kept session by the name a person gives it, to resume it.
struct SessionOpening {
  let run: SessionRun
  /// The beginning of its id, “last”, or the path of its file.
  let name: String
  /// What else there is to say if no session is found; nil if there is nothing.
  var noteIfUnknown: String?

  /// Opens the session and resumes it.
  ///
  /// - Parameters:
  ///   - resume: resumes it, and closes its record; nil if messages have reported everything.
  ///   - ended: makes the report of a session that is over; nil if messages have reported everything.
  /// - Returns: the report, and the session's flow.
  func ending(
    _ resume: (any SessionRecord, FlowID, FlowEnvironment) throws -> RunEnding?,
    ended: (StoredSession.End, any SessionRecord, FlowID) throws -> RunEnding?
  ) throws -> (RunEnding?, flow: String) {
    let words = run.world.words
    let terminalWords = Words(run.world.environment)
    var flow = ""
    // Not “last”, once it is known which one that is.
    var name = name
    do {
      let finding = try find()
      guard case .found(let found, let passedOver) = finding else {
        if let file = run.place.file { return (try noSession(in: file, words), flow) }
        let message = [
          terminalWords(finding, for: name, inShellOf: Program.name),
          finding.isOfNone ? noteIfUnknown : nil,
        ].compactMap(\.self).joined(separator: " ")
        return (.failure(message, code: "unknown-session", status: .usage, words: words), flow)
      }
      flow = found.flow?.rawValue ?? ""
      if run.place.file == nil { name = run.place.name(of: found.id) }
      if let passedOver {
        Surface.standard(run.terminal).tell(terminalWords(passedOver, for: name))
      }
      let record = try run.place.library.store.open(found.id)
      do {
        // Between listing and opening it somebody else may have ended it.
        let stored = StoredSession(
          record.session, record: try record.contents(), changed: words.environment.now,
          isInUse: false)
        if let end = stored.end {
          let ending = try ended(end, record, FlowID(flow))
          record.close()
          return (ending, flow)
        }
        let check = try ResumeCheck(of: record, named: run.place.name(of: found.id), in: run)
        if let refusal = check?.refusal {
          record.close()
          return (refusal, flow)
        }
        check?.remarks.forEach(Surface.standard(run.terminal).tell)
        let environment = record.environment(or: run.world.environment)
        return (try resume(record, FlowID(flow), environment), flow)
      } catch {
        record.close()
        throw error
      }
    } catch let failure as StoreFailure {
      let message = terminalWords(failure)
      return (.failure(message, code: failure.code.rawValue, words: words), flow)
    } catch let fault as ResumeFault {
      let message =
        otherWorld(fault, of: name, words)
        ?? terminalWords(fault, of: name, isFile: run.place.file != nil)
      return (.failure(message, code: fault.code, words: words), flow)
    }
  }

  private func find() throws(StoreFailure) -> SessionLibrary.Finding {
    let library = run.place.library
    guard run.place.file != nil else {
      return try library.find(name, in: run.world.name, for: .resuming)
    }
    return try library.store.sessions().first.map { .found($0, insteadOf: nil) } ?? .noneUnfinished
  }

  /// Why a session of another world is not resumed, and where it is.
  ///
  /// The name of its world comes from the session's file. It is shown as a part of a command only if it is
  /// options in plain words: the command is there to be pasted into a shell.
  private func otherWorld(_ fault: ResumeFault, of name: String, _ words: Words) -> String? {
    guard case .otherWorld(let recorded, let current) = fault else { return nil }
    let name = run.place.file == nil ? OneLine.text(name) : ShellWord.quoted(name)
    let here = TextArgument.string(OneLine.text(current))
    if ShellWord.areOptions(recorded) {
      return words(
        "resume.other-world", .string(name), here,
        .string("\(Program.name) resume \(name) \(recorded)"))
    }
    guard !recorded.hasPrefix("--") else {
      return words("resume.other-world.unnamed", .string(name), here)
    }
    return words(
      "resume.other-world.elsewhere", .string(name), here,
      .string(OneLine.excerpt(recorded, limit: 60)))
  }

  /// What is wrong with a file that has no session to resume.
  private func noSession(in file: String, _ words: Words) throws -> RunEnding {
    do {
      _ = try Script(parsing: try NamedFile.read(file))
    } catch let failure as NamedFile.Failure {
      let message = words(
        "answers.unreadable", .string(file), .string(words.reason(of: failure.code)))
      return .failure(message, code: "unknown-session", status: .usage, words: words)
    } catch let script as UnreadableScript {
      throw ResumeFault(script)
    }
    let message = words(
      "resume.no-session", .string(file), .string("\(Program.name) run"))
    return .failure(message, code: "unknown-session", status: .usage, words: words)
  }
}

extension SessionLibrary.Finding {
  /// Whether no session is meant: it may have ended and been forgotten.
  fileprivate var isOfNone: Bool {
    switch self {
    case .unknown, .noSessions, .noneUnfinished: true
    case .found, .ambiguous, .onlyUnreadable: false
    }
  }
}

extension SessionPlace {
  /// Where a session of this name is kept: what is spelt like a file is one, and what is no session's
  /// name but a file's.
  init(of name: String) {
    let path = FilePath.expanded(name)
    if name.contains("/") || name.hasSuffix(".flow") {
      self = .file(path)
    } else if case .unknown? = try? Program.current.library.find(name, for: .resuming) {
      self = (try? OpenFile(path, waits: false))?.isRegular == true ? .file(path) : .library
    } else {
      self = .library
    }
  }
}
