import Flowline
import FlowlineMessages
import FoundationEssentials

/// Beginning sessions, resuming those that were kept, and leaving them.
extension Conversation {
  func begin(_ start: Request.Start) throws(RequestFault) {
    settle()
    if let refusal = controller.legalInputs.startRefusal {
      return tell(.refused(refusal), of: "start")
    }
    let environment = start.environment(or: settings.environment())
    guard let store = settings.store else {
      return try self.start(
        start.flow, in: environment, record: nil, session: start.session, given: start.given)
    }
    let record: any SessionRecord
    do throws(StoreFailure) {
      record = try store.begin(start.session ?? UUID())
    } catch {
      return tell(code: error.code.rawValue, "\(error)", of: "start")
    }
    try self.start(start.flow, in: environment, record: record, given: start.given)
  }

  func start(
    _ flow: FlowID, in environment: FlowEnvironment, record: (any SessionRecord)?,
    session: UUID? = nil, given: [GivenAnswer]
  ) throws(RequestFault) {
    let catalog = try catalog(in: environment)
    guard let entry = catalog[flow] else {
      record?.close()
      let known = catalog.offered.map(\.id.rawValue).joined(separator: ", ")
      throw RequestFault(expected: "one of the flows \(known)", got: flow.rawValue)
    }
    telling.begin(flow, kept: record?.session)
    do throws(UnknownVariant) {
      let options = SessionOptions(
        environment: environment, session: session, world: settings.world, record: record,
        given: given)
      tell(try entry.start(in: controller, options, handler: telling.handler), of: "start")
    } catch {
      record?.close()
      throw RequestFault(expected: "a variant of the flow \(error.flow)", got: "\(error.variant)")
    }
  }

  /// Resumes the session whose id begins like this.
  func resume(_ name: String) throws(RequestFault) {
    settle()
    let store = try storeOfSessions("resume")
    if let refusal = controller.legalInputs.startRefusal {
      return tell(.refused(refusal), of: "resume")
    }
    do throws(StoreFailure) {
      let ids = try store.sessions().map(\.id)
      let found = ids.filter { $0.text.hasPrefix(name.lowercased()) }
      guard let id = found.first, found.count == 1 else {
        let known = ids.map(\.text).joined(separator: ", ")
        tell(
          code: found.isEmpty ? "unknown-session" : "ambiguous",
          "expected the beginning of one of the ids \(known), got “\(name)”", of: "resume")
        return
      }
      let record = try store.open(id)
      do throws(RequestFault) {
        try resume(record, given: [])
      } catch {
        writer.send(.error(error, line: number))
      }
    } catch {
      tell(code: error.code.rawValue, "\(error)", of: "resume")
    }
  }

  /// Reports the end of a session that had ended earlier, and closes its record; false if it has not
  /// ended.
  private func tellAgain(_ record: any SessionRecord) -> Bool {
    guard let contents = try? record.contents() else { return false }
    let kept = StoredSession(record.session, record: contents, changed: Date(), isInUse: false)
    guard telling.tellAgain(kept, as: recap(of: contents)) else { return false }
    record.close()
    telling.forgetTold(kept)
    return true
  }

  /// What its flow says of a session's end; nil if it says nothing of it any more.
  private func recap(of contents: [UInt8]) -> SessionRecap? {
    guard let script = try? Script(parsing: contents),
      let catalog = try? catalog(in: script.environment(or: .current))
    else { return nil }
    return try? catalog.recap(of: script, in: settings.world)
  }

  /// Resumes a session; of one that has ended it reports the end once more.
  func resume(_ record: any SessionRecord, given: [GivenAnswer]) throws(RequestFault) {
    guard !tellAgain(record) else { return }
    let environment = record.environment ?? settings.environment()
    let catalog: FlowCatalog
    do throws(RequestFault) {
      catalog = try self.catalog(in: environment)
    } catch {
      record.close()
      throw error
    }
    let flow = record.flow ?? ""
    telling.begin(flow, kept: record.session)
    do throws(ResumeFault) {
      let reception = try catalog.resume(
        record, in: controller, world: settings.world, handler: telling.handler
      ) { writer.send(.note("\($0)")) }
      isResumed = true
      tell(reception, of: "resume")
      if !given.isEmpty { tell(controller.give(given), of: "resume") }
      if let fit = controller.fit, !fit.isWhole {
        if !fit.isOtherVersion {
          writer.send(
            .note(
              "the record does not fit the flow: it is damaged, or a part of the flow was changed"))
        }
        for item in fit.items where item.fate != .kept { writer.send(.note("\(item)")) }
      }
    } catch {
      tell(code: error.code, "\(error)", of: "resume")
    }
  }

  func listSessions() throws(RequestFault) {
    let store = try storeOfSessions("sessions")
    do throws(StoreFailure) {
      writer.send(.sessions(try store.sessions(), line: number))
    } catch {
      tell(code: error.code.rawValue, "\(error)", of: "sessions")
    }
  }

  private func storeOfSessions(_ request: String) throws(RequestFault) -> any SessionStore {
    guard let store = settings.store, settings.opening == nil else {
      throw RequestFault(expected: "a program that keeps sessions", got: request)
    }
    return store
  }

  /// Leaves what runs.
  ///
  /// A session that is kept is unloaded as it is; another is cancelled.
  func leave() {
    guard controller.inspection.state != .idle, !controller.journal.isEnded else { return }
    telling.isLeaving = true
    _ = telling.isKept ? controller.terminate() : controller.gone()
    settle()
    telling.isLeaving = false
  }
}

extension SessionRecord {
  private var script: Script? { (try? contents()).flatMap { try? Script(parsing: $0) } }

  /// The flow the record is of; nil if the record cannot be read.
  fileprivate var flow: FlowID? { script?.flow }

  /// The world the record's session sees; nil if the record cannot be read.
  fileprivate var environment: FlowEnvironment? { script?.environment(or: .current) }
}
