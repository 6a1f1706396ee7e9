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
      let (script, number) = try await record.script()
      script.notes.forEach(note)
      var options = options
      options.sharedRecord = record
      options.journal = script.journal(or: .current)
      options.journal?.recordNumber = number
      return try resume(in: controller, options, handler: handler)
    } catch {
      record.close()
      throw error
    }
  }

  /// Resumes the session of a journal.
  func resume(
    in controller: FlowController, _ options: SessionOptions, handler: FlowHandler<JSONValue>
  ) throws(ResumeFault) -> FlowController.Reception {
    let entry = try entry(for: options)
    if options.journal?.isEnded ?? false { throw .ended(entry.id) }
    do throws(UnknownVariant) {
      return try entry.start(in: controller, options, handler: handler)
    } catch {
      throw .unknownVariant(error)
    }
  }

  /// The flow of a journal, if it can be continued here.
  private func entry(for options: SessionOptions) throws(ResumeFault) -> FlowCatalogEntry {
    guard let head = options.journal?.head, let entry = self[head.flow] else {
      throw .unknownFlow(options.journal?.head.flow ?? "", known: entries.map(\.id))
    }
    try head.check(as: entry.id, version: entry.version, in: options.world)
    return entry
  }

  /// What was asked and answered in a session, and what its result means, found out by running its flow
  /// over its journal without asking, reading or writing anything.
  ///
  /// - Parameters:
  ///   - script: the session's record.
  ///   - world: the world it is looked at in, see ``SessionOptions/world``.
  /// - Throws: ``ResumeFault`` if it is of a flow or a world that this is not.
  public func recap(of script: Script, in world: String?) throws(ResumeFault) -> SessionRecap {
    var options = SessionOptions(world: world, journal: script.journal(or: .current))
    let entry = try entry(for: options)
    let controller = FlowController()
    options.isReplay = true
    options.surveys = true
    do throws(UnknownVariant) {
      try entry.start(in: controller, options, handler: FlowHandler())
    } catch {
      throw .unknownVariant(error)
    }
    return controller.read(\.recap)
  }
}

/// What was asked and answered in a session, and what its result means.
public struct SessionRecap: Sendable, Hashable {
  /// The questions with their answers, in order, as far as the flow still comes to them.
  public let questions: [AnsweredQuestion]
  /// What the session's result means to a person; nil if there is none, or its flow does not say.
  public let resultText: LocalizedText?
}

extension Session {
  fileprivate var recap: SessionRecap {
    SessionRecap(
      questions: questions(in: survey?.prompts ?? [], of: engine.journal.answers),
      resultText: resultText)
  }
}

extension JournalRecord {
  /// The script that the record has, and how many changes it is made of.
  fileprivate func script() async throws(ResumeFault) -> (Script, number: Int) {
    let kept: KeptJournal
    do throws(StoreFailure) {
      kept = try await contents()
    } catch {
      throw .unreadable(error)
    }
    do throws(ScriptFault) {
      return (try Script(parsing: kept.bytes), kept.number)
    } catch {
      throw .damaged(error)
    }
  }
}
