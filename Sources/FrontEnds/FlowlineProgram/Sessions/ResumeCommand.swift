import ArgumentParser
import Flowline
import FlowlineTerminal
import FoundationEssentials

/// `resume`.
struct ResumeCommand<Own: ProgramOptions>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "resume", abstract: "Resume a session where it stopped.",
      discussion: """
        What was answered is not asked again, and what was read or written is not read or written \
        again; a write that was cut off is completed with its own key. The session keeps the \
        language and the time it was started with. A session that was begun with other options of the \
        program is not resumed there; the message names the options it needs.

        A file of “run --stop-at-missing” is named by its path. Its answers come from options, or are \
        asked at a terminal; lines of standard input are not read. What is answered is added to the \
        file, which stays as the script of the session when it is over.

        Of a session that has ended, the result is printed again.
        """)
  }

  @Argument(
    help: """
      The beginning of the session's id, as “\(Program.name) sessions” shows it, “last”, or the \
      path of its file.
      """,
    completion: .custom { Completions.sessions($0, $1, $2) })
  var session = "last"

  @OptionGroup var options: WalkOptions

  @OptionGroup var common: CommonOptions<Own>

  func run() throws {
    let world = try options.world(by: common)
    let place = place
    let run = SessionRun(options, in: world, keptIn: place)
    let (ending, flow) = try ending(of: run)
    if let ending { try run.tell(ending, of: flow) }
  }

  /// Where the session is kept: what is spelt like a file is one, and what is no session's name but
  /// a file's.
  private var place: SessionPlace {
    let path = FilePath.expanded(session)
    if session.contains("/") || session.hasSuffix(".flow") { return .file(path) }
    guard case .unknown? = try? Program.current.shelf.find(session) else { return .shelf }
    return (try? OpenFile(path, waits: false))?.isRegular == true ? .file(path) : .shelf
  }

  /// - Returns: nothing where messages have told all there is to tell.
  private func ending(of run: SessionRun) throws -> (RunEnding?, flow: String) {
    let words = run.world.words
    let terminalWords = Words(run.world.environment)
    var flow = ""
    do {
      let finding = try find(in: run.place, of: run.world.name)
      guard case .found(let found) = finding else {
        if let file = run.place.file { return (try noSession(in: file, words), flow) }
        let message = terminalWords(finding, for: session) ?? ""
        return (.failure(message, code: "unknown-session", status: .usage, words: words), flow)
      }
      flow = found.flow?.rawValue ?? ""
      let record = try run.place.shelf.store.open(found.id)
      do {
        // Between listing and opening it somebody else may have ended it.
        if let ended = try ended(record, words) { return (ended, flow) }
        if options.messages != nil {
          try MessageRun(run.world).resume(
            record, of: FlowID(flow), in: run.place, options.given)
          return (nil, flow)
        }
        let environment = record.environment(or: run.world.environment)
        // Whoever asks for a file at a terminal answers there; a program answers by options.
        let takesInput = run.place.file == nil || run.terminal.isInteractive
        let ending = try run.ending(of: FlowID(flow), in: environment, takesInput: takesInput) {
          try $0.resume(record, of: run.world.catalog)
        }
        return (ending, flow)
      } catch {
        record.close()
        throw error
      }
    } catch let failure as StoreFailure {
      let message = terminalWords(failure)
      return (.failure(message, code: failure.code.rawValue, words: words), flow)
    } catch let fault as ResumeFault {
      let message =
        otherWorld(fault, words, in: run.place) ?? terminalWords(fault, of: session)
      return (.failure(message, code: fault.code, words: words), flow)
    }
  }

  private func find(
    in place: SessionPlace, of world: String?
  ) throws(StoreFailure) -> SessionShelf.Finding {
    guard place.file != nil else { return try place.shelf.find(session, in: world) }
    return try place.shelf.store.sessions().first.map { .found($0) } ?? .noneUnfinished
  }

  /// Why a session of another world is not resumed, and the options that lead to it.
  private func otherWorld(
    _ fault: ResumeFault, _ words: Words, in place: SessionPlace
  ) -> String? {
    guard case .otherWorld(let recorded, let current) = fault else { return nil }
    let name = place.file == nil ? OneLine.text(session) : ShellWord.quoted(session)
    return words(
      "resume.other-world", .string(name), .string(OneLine.text(current)),
      .string("\(Program.name) resume \(name) \(OneLine.text(recorded))"))
  }

  /// What is wrong with a file that has no session to go on with.
  private func noSession(in file: String, _ words: Words) throws -> RunEnding {
    do {
      _ = try Script(parsing: try PrivateFile.read(file))
    } catch let failure as PrivateFile.Failure {
      let message = words("answers.unreadable", .string(file), .string(failure.reason))
      return .failure(message, code: "unknown-session", status: .usage, words: words)
    } catch let fault as ScriptFault {
      throw ResumeFault.damaged(fault)
    }
    let message = words(
      "resume.no-session", .string(file), .string("\(Program.name) run"))
    return .failure(message, code: "unknown-session", status: .usage, words: words)
  }

  /// What a session that is over has to tell; nothing where it can be gone on with.
  private func ended(_ record: any SessionRecord, _ words: Words) throws -> RunEnding? {
    let contents = try record.contents()
    let stored = StoredSession(
      record.session, record: contents, changed: words.environment.now, isInUse: false)
    guard let told = stored.told else { return nil }
    if let path = options.record {
      let text = String(decoding: contents, as: UTF8.self)
      do throws(PrivateFile.Failure) {
        try PrivateFile.write(text, to: path)
      } catch {
        let message = Words(words.environment)(
          "record.failed", .string(error.path), .string(error.reason))
        return .failure(message, code: "record", words: words)
      }
    }
    record.close()
    return RunEnding(told, of: record.session, words: words)
  }
}

extension ResumeFault {
  /// What went wrong, for programs.
  fileprivate var code: String {
    switch self {
    case .unreadable(let failure): failure.code.rawValue
    case .damaged: "damaged"
    case .unknownFlow: "unknown-flow"
    case .unknownVariant: "unknown-variant"
    case .newerVersion: "newer-version"
    case .ended: "ended"
    case .otherWorld: "other-world"
    }
  }
}
