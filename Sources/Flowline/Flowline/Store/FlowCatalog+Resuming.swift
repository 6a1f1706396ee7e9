import Synchronization

/// Resuming sessions that are kept in a store that may answer later.
extension FlowCatalog {
  /// Resumes a session where it stopped, as ``resume(_:in:world:handler:note:)`` does.
  ///
  /// - Parameters:
  ///   - record: the session's record; closed when the session ends, and if it cannot be resumed.
  ///   - controller: runs the flow; it must not be running another.
  ///   - options: what the session has besides its record: its world, a clock, an observer.
  ///   - handler: is called when the flow runs, and when it ends; its result is JSON.
  ///   - note: is called with what was passed over in the record, such as a last line that was cut
  ///     off.
  /// - Returns: whether it was resumed, or why not.
  /// - Throws: ``ResumeFault``. The record stays as it is.
  @discardableResult
  public func resume(
    _ record: any JournalRecord, in controller: FlowController,
    _ options: SessionOptions = SessionOptions(),
    handler: FlowHandler<JSONValue> = FlowHandler(), note: (Script.Note) -> Void = { _ in }
  ) async throws(ResumeFault) -> FlowController.Reception {
    do throws(ResumeFault) {
      let (script, read) = try await record.script()
      script.notes.forEach(note)
      var options = options
      options.sharedRecord = record
      options.journal = script.journal(or: .current)
      options.journal?.record = read
      return try resume(in: controller, options, handler: handler)
    } catch {
      record.closeUnlessUsed()
      throw error
    }
  }

  /// Resumes the session of a journal.
  func resume(
    in controller: FlowController, _ options: SessionOptions, handler: FlowHandler<JSONValue>
  ) throws(ResumeFault) -> FlowController.Reception {
    let entry = try entry(for: options)
    if options.journal?.isEnded ?? false { throw .ended(entry.id) }
    return try controller.resume(entry, options, handler)
  }

  /// The flow of a journal, if it can be continued here.
  private func entry(for options: SessionOptions) throws(ResumeFault) -> FlowCatalogEntry {
    guard let head = options.journal?.head, let entry = self[head.flow] else {
      throw .unknownFlow(options.journal?.head.flow ?? "", known: offered.map(\.id))
    }
    try head.check(as: entry.id, version: entry.version, in: options.world)
    return entry
  }

  /// What was asked and answered in a session, and what its result or its failure means, found out by
  /// running its flow over its journal without asking, reading or writing anything.
  ///
  /// Secrets are not in a journal. In place of each the flow is handed an answer that its question would
  /// take; what is made of it is never told, and a result that would differ has no words.
  ///
  /// - Parameters:
  ///   - script: the session's record.
  ///   - world: the world it is looked at in, see ``SessionOptions/world``.
  /// - Throws: ``ResumeFault`` if it is of a flow, a version or a world that this is not.
  public func recap(of script: Script, in world: String?) throws(ResumeFault) -> SessionRecap {
    var options = SessionOptions(world: world, journal: script.journal(or: .current))
    let entry = try entry(for: options)
    options.isReplay = true
    options.surveys = true
    let secrets = options.journal?.answers.filter { $0.value.isRedactionMark } ?? []
    while true {
      let (controller, end) = (FlowController(), RecapEnd())
      try controller.resume(entry, options, end.handler)
      guard let asked = controller.prompt, asked.isSensitive, options.standIns[asked.path] == nil,
        secrets.contains(where: { $0.path == asked.path }), let answer = asked.kind.anyAnswer
      else { return controller.recap(of: script, failing: end.failure) }
      options.standIns[asked.path] = Array(
        repeating: answer, count: secrets.count { $0.path == asked.path })
    }
  }
}

extension FlowController {
  /// Starts a catalogue's flow from its journal.
  @discardableResult
  fileprivate func resume(
    _ entry: FlowCatalogEntry, _ options: SessionOptions, _ handler: FlowHandler<JSONValue>
  ) throws(ResumeFault) -> Reception {
    let reception: Reception
    do throws(UnknownVariant) {
      reception = try entry.start(in: self, options, handler: handler)
    } catch {
      throw .unknownVariant(error)
    }
    return try resumed(reception)
  }
}

/// What was asked and answered in a session, and what its result or its failure means.
public struct SessionRecap: Sendable {
  /// The questions with their answers, in order, as far as the flow still comes to them.
  public let questions: [AnsweredQuestion]
  /// What the session's result means to a person; nil if there is none, or its flow does not say.
  public let resultText: LocalizedText?
  /// What the session failed with; nil if it did not fail, or if its flow fails otherwise by now.
  package let failure: FlowFailure?

  /// What the session failed with says to people; nil if it did not fail, or if that says nothing.
  public var failureText: String? { failure?.text }
}

extension Script {
  /// The language that the session spoke last.
  ///
  /// - Parameter other: the world of the session if the script names none.
  package func lastLanguage(or other: FlowEnvironment) -> String {
    lines.last { $0.entry.verb == .language }?.entry.payload.json?.string
      ?? environment(or: other).language
  }
}

/// How a session ends that is run for a recap.
private final class RecapEnd: Sendable {
  private let seen = Mutex<FlowFailure?>(nil)

  var failure: FlowFailure? { seen.withLock { $0 } }

  var handler: FlowHandler<JSONValue> {
    FlowHandler { outcome, _ in
      guard case .failed(let failure) = outcome else { return }
      self.seen.withLock { $0 = failure }
    }
  }
}

extension FlowController {
  /// What is to be told of a session that was run over its record.
  ///
  /// - Parameter failure: what it failed with. It is told only if the record ends with the same error.
  fileprivate func recap(of script: Script, failing failure: FlowFailure?) -> SessionRecap {
    let isSame = script.lines.last?.entry.payload.json == journal.entries.last?.payload.json
    return read { session in
      SessionRecap(
        questions: session.questions(
          in: session.survey?.prompts ?? [], of: session.engine.journal.answers),
        resultText: isSame ? session.resultText : nil,
        failure: isSame ? failure : nil)
    }
  }
}

extension PromptKind {
  /// An answer that is taken, in its recorded form; nil if there is none without knowing more.
  fileprivate var anyAnswer: JSONValue? {
    switch self {
    case .text(let length), .longText(let length), .secret(let length, _):
      .string(String(repeating: "x", count: max(length.lowerBound, 1)))
    case .number(let range): .integer(Int64(range.lowerBound))
    case .choice(let choices): choices.first.map { .string($0.key) }
    case .confirm: true
    default: nil
    }
  }
}

extension JournalRecord {
  /// The script that the record has, and what is to be known of the record.
  fileprivate func script() async throws(ResumeFault) -> (Script, ReadRecord) {
    let kept: KeptJournal
    do throws(StoreFailure) {
      kept = try await contents()
    } catch {
      throw .unreadable(error)
    }
    do throws(UnreadableScript) {
      return (try Script(parsing: kept.bytes), ReadRecord(kept))
    } catch {
      throw ResumeFault(error)
    }
  }
}
