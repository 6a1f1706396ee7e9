import ArgumentParser
import Flowline
import FlowlineTerminal

/// `flowline resume`.
struct ResumeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume", abstract: "Go on with a session where it stopped.",
    discussion: """
      What was answered is not asked again, and what was read or written is not read or written \
      again; a write that was cut off is completed with its own key. The session keeps the \
      language and the time it was started with. Name the same --data as when it was started.

      A session that has ended tells its result again.
      """)

  @Argument(
    help: "The beginning of the session's id, as “flowline sessions” shows it, or “last”.")
  var session = "last"

  @OptionGroup var options: WalkOptions

  @OptionGroup var common: CommonOptions

  func run() throws {
    let world = try World(common.settings)
    let run = SessionRun(options, in: world)
    let (ending, flow) = try ending(of: run)
    try run.tell(ending, of: flow)
  }

  private func ending(of run: SessionRun) throws -> (RunEnding, flow: String) {
    let words = run.world.words
    let terminalWords = Words(run.world.environment)
    var flow = ""
    do {
      let finding = try World.shelf.find(session)
      guard case .found(let found) = finding else {
        let message = terminalWords(finding, for: session) ?? ""
        return (.failure(message, code: "unknown-session", status: .usage, words: words), flow)
      }
      flow = found.flow?.rawValue ?? ""
      let record = try World.shelf.store.open(found.id)
      do {
        // Between listing and opening it somebody else may have ended it.
        if let ended = try ended(record, words) { return (ended, flow) }
        let environment = record.environment(or: run.world.environment)
        let ending = try run.ending(of: FlowID(flow), in: environment) { walk in
          try walk.resume(record, of: run.world.catalog)
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
      let message = terminalWords(fault, of: session)
      return (.failure(message, code: fault.code, words: words), flow)
    }
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
    }
  }
}
