import ArgumentParser
import Flowline
import FlowlineTerminal
import FoundationEssentials
import Glibc

/// `sessions`.
struct SessionsCommand<Own: ProgramOptions>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "sessions", abstract: HelpText.string(Program.texts("help.sessions")),
      discussion: HelpText.string(Program.texts("help.sessions.more")))
  }

  @OptionGroup var own: Own

  @OptionGroup var common: CommonOptions

  @Flag(help: ArgumentHelp(Program.texts("help.sessions.all")))
  var all = false

  @Flag(help: ArgumentHelp(Program.texts("help.json.array")))
  var json = false

  @ArgumentParser.Option(
    help: ArgumentHelp(Program.texts("help.sessions.forget"), valueName: "id"))
  var forget: String?

  func run() throws {
    let world = try common.world(of: own, for: .listing)
    let words = Words(world.environment)
    let failure: RunEnding
    do {
      if let forget {
        guard let fault = try drop(forget, world, words) else { return }
        failure = fault
      } else {
        return try show(try Program.current.library.store.sessions(), world, words)
      }
    } catch let error as StoreFailure {
      failure = .failure(words(error), code: error.code.rawValue, words: world.words)
    }
    failure.messages.forEach(Surface.standard(world.settings.terminal).tell)
    throw failure.status.exitCode
  }

  /// Removes a session; a person at a terminal is asked first if something would be lost.
  ///
  /// - Returns: why none is removed, if the name leads to none.
  /// - Throws: ``StoreFailure``, or what keeps the terminal from being opened.
  private func drop(_ name: String, _ world: World, _ words: Words) throws -> RunEnding? {
    let library = Program.current.library
    let finding = try library.find(name, for: .forgetting)
    guard case .found(let session, _) = finding else {
      let message = words(finding, for: name, inShellOf: Program.name) ?? ""
      return .failure(message, code: "unknown-session", status: .usage, words: world.words)
    }
    let surface = Surface.standard(world.settings.terminal)
    let id = library.shortID(of: session.id)
    let list = list(world, words)
    // One that is in use cannot be removed, whatever is answered.
    if session.isForgottenOnlyIfConfirmed, !session.isInUse, world.settings.terminal.isInteractive {
      try confirm(session, named: id, at: try Front(world.settings.terminal, in: world), list)
    }
    try library.store.remove(session.id)
    surface.tell(
      words("session.forgotten", .string(id), .string(list.name(of: session))))
    return nil
  }

  /// Asks whether a session is to be removed, if there is somebody to ask.
  ///
  /// - Throws: an `ExitCode` if it is not.
  private func confirm(
    _ session: StoredSession, named id: String, at front: Front, _ list: SessionList
  ) throws {
    guard front.isInteractive else { return }
    let question = ForgettingQuestion(on: front.surface, from: front.source, list: list)
    switch question.ask(about: session, named: id) {
    case .forget: return
    case .signalled(let signal): Waker().die(of: signal)
    case .keep, .gone: front.surface.tell(question.kept(named: id))
    }
    throw ExitStatus.cancelled.exitCode
  }

  private func show(_ saved: [StoredSession], _ world: World, _ words: Words) throws {
    let sessions = all ? saved : saved.filter(\.isOpen)
    if json { return try Surface.writeResult(JSONValue.array(sessions.map(\.json)).text) }
    guard !sessions.isEmpty else {
      let none =
        saved.isEmpty
        ? words("session.none")
        : world.words(
          "sessions.none-open", .integer(saved.count), .string("\(Program.name) sessions --all"))
      return Surface.writeMessage(none)
    }
    let columns = isatty(STDOUT_FILENO) == 1 ? TerminalFacts.columns(of: STDOUT_FILENO) : nil
    let lines = list(world, words).lines(for: sessions, columns: columns ?? .max)
    try lines.forEach(Surface.writeResult)
  }

  private func list(_ world: World, _ words: Words) -> SessionList {
    SessionList(look: Look(world.settings.terminal), words: words, catalog: world.catalog)
  }
}

extension StoredSession {
  /// The session for programs.
  var json: JSONValue {
    var members: [String: JSONValue] = [
      "id": .string(id.text), "flow": flow.map { .string($0.rawValue) } ?? .null,
      "version": .integer(Int64(version)), "answers": .integer(Int64(answers)),
      "started": started.map { .string($0.timestamp) } ?? .null,
      "changed": .string(changed.timestamp), "inUse": .bool(isInUse), "at": .null,
      "world": world.map { .string($0) } ?? .null,
    ]
    switch standing {
    case .unfinished(let path):
      members["state"] = "unfinished"
      members["at"] = .string(path.description)
    case .finished(let output):
      members["state"] = "finished"
      members["output"] = output
    case .cancelled(let reason):
      members["state"] = "cancelled"
      members["reason"] = .string(reason.rawValue)
    case .failed(let message):
      members["state"] = "failed"
      members["message"] = .string(message)
    case .damaged(let fault):
      members["state"] = "damaged"
      members["line"] = .integer(Int64(fault.line))
      members["message"] = .string(fault.description)
    case .newer(let format):
      members["state"] = "newer"
      if let format { members["format"] = .integer(Int64(format)) }
      members["message"] = "a newer version of the program saved it: nothing is lost"
    }
    return .object(members)
  }
}
