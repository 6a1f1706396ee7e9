/// Resuming a session of a flow that one has in hand, without a catalogue.
extension FlowController {
  /// Resumes a session where its journal ends.
  ///
  /// What the journal holds is not asked, read or written again, and no handler is notified twice
  /// of the same thing. A write that was cut off is repeated with its own key. If the flow was
  /// changed since, see ``fit``.
  ///
  ///     let script = try Script(parsing: Data(contentsOf: file))
  ///     try controller.resume(CheckoutFlow(), from: script.journal(or: .current))
  ///
  /// - Parameters:
  ///   - flow: the root flow; its id is the one that the journal names.
  ///   - journal: what has happened in the session so far.
  ///   - options: what the session has besides its journal: the ``SessionOptions/world`` it is
  ///     resumed in, an observer, where it is kept from now on.
  ///   - handler: is called when the flow runs, and when it ends.
  /// - Returns: whether it was resumed, or why not.
  /// - Throws: ``ResumeFault`` if the journal is another flow's, of a newer version of it or of a flow
  ///   nested in it, of another world, has ended, or has what the flow cannot continue with. For what is
  ///   found out later, see ``resumeFault``.
  @discardableResult
  public func resume<Root: Flow>(
    _ flow: Root, from journal: Journal, _ options: SessionOptions = SessionOptions(),
    handler: FlowHandler<Root.Output> = FlowHandler()
  ) throws(ResumeFault) -> Reception {
    try journal.head.check(as: flow.id, version: flow.version, in: options.world)
    guard !journal.isEnded else { throw .ended(flow.id) }
    var options = options
    options.journal = journal
    return try resumed(start(flow, options, handler: handler))
  }

  /// Resumes a kept session where it stopped.
  ///
  /// - Parameters:
  ///   - flow: the root flow; its id is the one that the record names.
  ///   - record: an open record; closed when the session ends, and if it cannot be resumed.
  ///   - world: the world it is resumed in, see ``SessionOptions/world``; nil if that is not known.
  ///   - handler: is called when the flow runs, and when it ends.
  ///   - note: is called with what was passed over in the record, such as a last line that was cut
  ///     off.
  /// - Returns: whether it was resumed, or why not.
  /// - Throws: ``ResumeFault``. The record stays as it is.
  @discardableResult
  public func resume<Root: Flow>(
    _ flow: Root, from record: any SessionRecord, world: String? = nil,
    handler: FlowHandler<Root.Output> = FlowHandler(), note: (Script.Note) -> Void = { _ in }
  ) throws(ResumeFault) -> Reception {
    do throws(ResumeFault) {
      let script = try Script(of: record)
      script.notes.forEach(note)
      return try resume(
        flow, from: script.journal(or: .current), SessionOptions(world: world, record: record),
        handler: handler)
    } catch {
      record.closeUnlessUsed()
      throw error
    }
  }

  /// Why a session was not resumed, or was left as it is while it was rebuilt, or behind that; nil for
  /// any other.
  ///
  /// A newer version of its flow, or of one nested in it, recorded it; or the flow cannot read what came
  /// of a write, or would write something else now than it began to. That shows when the session comes to
  /// the place. If it must wait before that, as for a secret, which no journal has, resuming has returned
  /// by then: the session is unloaded as by ``unload()``, and its record stays as it is.
  public var resumeFault: ResumeFault? { read(\.engine.misfit)?.fault }

  /// What became of a start that resumes a session.
  ///
  /// - Throws: ``ResumeFault`` if the session was left as it is.
  @discardableResult
  func resumed(_ reception: Reception) throws(ResumeFault) -> Reception {
    if case .refused(let refusal) = reception, let fault = resumeFault,
      refusal.code == fault.refusal.code
    {
      throw fault
    }
    return reception
  }
}

extension Journal.Head {
  /// Whether a program's flow can continue the session.
  ///
  /// - Throws: ``ResumeFault`` if the session is of another flow, a newer version or another world.
  func check(
    as flow: FlowID, version known: Int, in current: String?
  ) throws(ResumeFault) {
    guard self.flow == flow else { throw .unknownFlow(self.flow, known: [flow]) }
    guard version <= known else { throw .newerVersion(flow, recorded: version, known: known) }
    if let world, let current, world != current {
      throw .otherWorld(recorded: world, current: current)
    }
  }
}

extension Script {
  /// Reads the script that a record has.
  init(of record: any SessionRecord) throws(ResumeFault) {
    let bytes: [UInt8]
    do throws(StoreFailure) {
      bytes = try record.contents()
    } catch {
      throw .unreadable(error)
    }
    do throws(UnreadableScript) {
      try self.init(parsing: bytes)
    } catch {
      throw ResumeFault(error)
    }
  }
}
