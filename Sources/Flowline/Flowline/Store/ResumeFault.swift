/// Why a kept session cannot be resumed; its record stays as it is.
public enum ResumeFault: Error, Sendable, CustomStringConvertible {
  /// Its record cannot be read.
  case unreadable(StoreFailure)
  /// Its record is damaged somewhere else than in its last line.
  case damaged(ScriptFault)
  /// A newer version of the program saved it, in a format that this one does not know; nothing is lost.
  case newerFormat(recorded: Int, known: Int)
  /// The catalogue has no such flow any more; those that it offers now are named.
  case unknownFlow(FlowID, known: [FlowID])
  /// The catalogue has the flow, not the variant of it.
  case unknownVariant(UnknownVariant)
  /// It was recorded by a newer version of its flow, or of one nested in that, which is named.
  case newerVersion(FlowID, recorded: Int, known: Int)
  /// Its flow cannot read what came of a write, or an event that it took: the type was changed.
  case unreadableReply(RecordedReplyUnreadable)
  /// Its flow would write something else now than it began to.
  case commitDiffers(CommitDiffers)
  /// It has ended; nothing is left to do.
  case ended(FlowID)
  /// It belongs to another world, such as another bank or another customer.
  case otherWorld(recorded: String, current: String)

  /// What went wrong in a stable word, for programs: `damaged`, `newer-format`, `unknown-flow`,
  /// `unknown-variant`, `newer-version`, `unreadable-reply`, `commit-differs`, `ended`, `other-world`, or a
  /// ``StoreFailure/Code`` of the record.
  public var code: String {
    switch self {
    case .unreadable(let failure): failure.code.rawValue
    case .damaged: "damaged"
    case .newerFormat: "newer-format"
    case .unknownFlow: "unknown-flow"
    case .unknownVariant: "unknown-variant"
    case .newerVersion: "newer-version"
    case .unreadableReply: "unreadable-reply"
    case .commitDiffers: "commit-differs"
    case .ended: "ended"
    case .otherWorld: "other-world"
    }
  }

  /// One sentence, with what to do.
  public var description: String {
    switch self {
    case .unreadable(let failure): "the session cannot be read: \(failure)"
    case .damaged(let fault): "the session's record is damaged and was left as it is: \(fault)"
    case .newerFormat(let recorded, let known):
      """
      the session was saved by a newer version of the program, in format \(recorded), and this one \
      reads formats up to \(known): nothing is lost, resume it with a newer program
      """
    case .unknownFlow(let flow, let known):
      """
      the session is of \(flow), which this program does not have; \
      it has \(known.map(\.rawValue).joined(separator: ", "))
      """
    case .unknownVariant(let unknown): "the session is of a variant that is gone: \(unknown)"
    case .newerVersion(let flow, let recorded, let known):
      """
      the session is of version \(recorded) of \(flow), this program has version \(known): \
      nothing is lost, resume it with a newer program
      """
    case .unreadableReply(let unreadable): "the session was left as it is: \(unreadable)"
    case .commitDiffers(let differs): "the session was left as it is: \(differs)"
    case .ended(let flow): "the session of \(flow) has ended"
    case .otherWorld(let recorded, let current):
      "the session belongs to “\(recorded)”, and this is “\(current)”: resume it there"
    }
  }
}

extension ResumeFault {
  /// Why a session is not resumed whose record cannot be read as a script.
  package init(_ script: UnreadableScript) {
    switch script {
    case .damaged(let fault): self = .damaged(fault)
    case .newerFormat(let recorded, let known):
      self = .newerFormat(recorded: recorded, known: known)
    }
  }
}

extension ResumeFault {
  /// What a start is refused with that comes to this.
  var refusal: Refusal {
    if case .newerVersion = self { return .make(.newerVersion) }
    return Refusal(
      .unfit, Texts.engine("refusal.unfit"),
      arguments: ["code": .string(code), "reason": .string(description)])
  }
}

extension Refusal.Code {
  /// The session's record has what its flow cannot continue with, see ``FlowController/resumeFault``.
  public static let unfit: Self = "unfit"
}

extension FlowCatalog {
  /// Resumes a kept session where it stopped.
  ///
  /// What it holds is not asked, read or written again, and no handler is notified twice of the
  /// same thing. A write that was cut off is repeated with its own key. If the flow was changed
  /// since, see ``FlowController/fit``.
  ///
  /// - Parameters:
  ///   - record: an open record; closed when the session ends, and if it cannot be resumed.
  ///   - controller: runs the flow; it must not be running another.
  ///   - world: the world it is resumed in, see ``SessionOptions/world``; nil if that is not known.
  ///   - handler: is called when the flow runs, and when it ends; its result is JSON.
  ///   - note: is called with what was passed over in the record, such as a last line that was cut
  ///     off.
  /// - Returns: whether it was resumed, or why not.
  /// - Throws: ``ResumeFault``. The record stays as it is.
  @discardableResult
  public func resume(
    _ record: any SessionRecord, in controller: FlowController, world: String? = nil,
    handler: FlowHandler<JSONValue> = FlowHandler(), note: (Script.Note) -> Void = { _ in }
  ) throws(ResumeFault) -> FlowController.Reception {
    try resume(record, in: controller, world: world, recognizing: [], handler: handler, note: note)
  }

  /// The same, of a session that is to recognize answers: see ``FlowController/recognizedAnswers``.
  package func resume(
    _ record: any SessionRecord, in controller: FlowController, world: String?,
    recognizing answers: [GivenAnswer], handler: FlowHandler<JSONValue>,
    note: (Script.Note) -> Void
  ) throws(ResumeFault) -> FlowController.Reception {
    do throws(ResumeFault) {
      let script = try Script(of: record)
      script.notes.forEach(note)
      var options = SessionOptions(
        world: world, journal: script.journal(or: .current), record: record)
      options.recognizes = answers
      return try resume(in: controller, options, handler: handler)
    } catch {
      record.closeUnlessUsed()
      throw error
    }
  }
}
