import Flowline
import FoundationEssentials
import Synchronization

/// Loading sessions when they are called, and unloading them when nobody calls.
extension SessionHost {
  /// How many sessions are in memory, and how many bytes they take by estimate.
  package var memory: (sessions: Int, bytes: Int) { table.memory }

  /// What is in memory of a session, rebuilt if nothing is.
  ///
  /// What came of effects and could not be stored is stored first. If that fails once more, what is in memory
  /// is dropped; only what became of a commit stays for the next call, with nothing asked.
  ///
  /// In its turn.
  func load(_ session: HostedSession) async throws(HostFault) -> HostedSession.Content {
    if let live = session.live {
      await keepAgain(live)
      try checkFit(of: live, session)
      try await dropUnkept(live, session)
    }
    switch session.content {
    case .unloaded: break
    case .ended: return session.content
    case .live(let live):
      if let outcome = live.end {
        noteEnd(outcome, of: live, session)
        await tellEnd(of: session.key)
      }
      return session.content
    }
    for _ in 0..<Self.triesOfRebuilding where !session.isInMemory { try await rebuild(session) }
    guard session.isInMemory else {
      throw HostFault(
        .store, "other nodes change the session each time it is read", retryAfter: .seconds(2))
    }
    return session.content
  }

  /// How often a session is rebuilt that other nodes change meanwhile.
  private static let triesOfRebuilding = 3

  /// Has the store take what it did not take when nobody called: what came of a load, a commit or a moment.
  ///
  /// What callers sent is not among it: that is dropped at the end of its call. So nothing is done here that
  /// anybody was told was not done, and nobody need be asked.
  ///
  /// In its turn.
  ///
  /// - Parameter last: when nothing is waited for any more; nil if there is time.
  /// - Returns: whether the store has it, or has taken all.
  @discardableResult
  func keepAgain(_ live: LiveSession, until last: Date? = nil) async -> Bool {
    guard live.controller.storeFailure != nil else { return true }
    // A body that waits for something of its own is left alone after the time of a load.
    var limit = limits.loadTime
    if let last { limit = min(limit, .seconds(last.timeIntervalSince(clock.now))) }
    guard limit > .zero else { return false }
    let reception = try? await TimeLimit(limit, by: clock).run {
      await live.controller.keepingAgain()
    }
    return reception == .accepted
  }

  /// Drops what is in memory of a session of which the store has not all, if it may be dropped.
  ///
  /// In its turn.
  ///
  /// - Throws: why the store has not all of it, unless another node has changed or removed the session: it is
  ///   read again then.
  private func dropUnkept(
    _ live: LiveSession, _ session: HostedSession
  ) async throws(HostFault) {
    guard let failure = live.controller.storeFailure else { return }
    guard await dropIfAllowed(live, session) else { return }
    if failure.code != .overtaken, failure.code != .notFound { throw HostFault(failure) }
  }

  /// Drops what is in memory of a session, unless that has what the store lacks and must not be lost, see
  /// ``LiveSession/mayBeDropped``.
  ///
  /// In its turn.
  ///
  /// Returns whether it was dropped.
  func dropIfAllowed(_ live: LiveSession, _ session: HostedSession) async -> Bool {
    guard live.mayBeDropped else { return false }
    await drop(live, session)
    return true
  }

  /// Brings a session into memory as the store has it; leaves it out if another node changes it meanwhile.
  ///
  /// In its turn.
  private func rebuild(_ session: HostedSession) async throws(HostFault) {
    let began = ContinuousClock.now
    let (record, stored) = try await open(session.key)
    switch stored.standing {
    case .unfinished:
      let live = try await rebuilt(session.key, stored, from: record)
      session.put(.live(live))
      try await dropUnkept(live, session)
    case .finished, .cancelled, .failed, .damaged:
      session.put(.ended(try await ended(stored, session.key, from: record)))
    case .newer:
      record.close()
      throw .newerSummary
    }
    metrics.rebuilt(in: ContinuousClock.now - began)
  }

  /// Makes sure that the record of a session that runs fits its flow, which may show only when the session
  /// comes to a place behind a secret: there is nothing in memory of one that was left as it is.
  ///
  /// In its turn.
  ///
  /// - Throws: why the session was left as it is.
  func checkFit(of live: LiveSession, _ session: HostedSession) throws(HostFault) {
    guard let fault = live.controller.resumeFault else { return }
    session.put(.unloaded)
    throw HostFault(fault)
  }

  /// The record of a session, and what lists tell of it: read at once if the store can.
  private func open(
    _ key: SessionKey
  ) async throws(HostFault) -> (HostedRecord, StoredSession) {
    do throws(StoreFailure) {
      let record = HostedRecord(try await store.open(key), wasThere: true)
      if let stored = record.opened { return (record, stored) }
      do throws(StoreFailure) {
        if let stored = try await store.find(key) { return (record, stored) }
      } catch {
        record.close()
        throw error
      }
      record.close()
      throw StoreFailure(.notFound, at: "\(key.session)", "it was removed")
    } catch {
      throw error.code == .notFound ? .noSession : HostFault(ofRecord: error)
    }
  }

  private func rebuilt(
    _ key: SessionKey, _ stored: StoredSession, from record: HostedRecord
  ) async throws(HostFault) -> LiveSession {
    let world: SharedWorld
    do throws(HostFault) {
      world = try await worlds.world(of: key.user)
    } catch {
      record.close()
      throw error
    }
    let live = LiveSession(FlowController(), in: world, keptBy: record)
    var options = options(of: key, in: world)
    // What waited for a person's word still does: nothing is done because somebody looks.
    options.held = stored.summary.held
    let reception: FlowController.Reception
    do throws(ResumeFault) {
      reception = try await world.world.catalog.resume(
        record, in: live.controller, options, handler: live.handler)
    } catch {
      throw HostFault(error)
    }
    if case .refused(let refusal) = reception {
      throw HostFault(.unusable, "\(refusal)", refusal: refusal)
    }
    // What was gone on with is kept before anything is asked or told. A body that waits for something
    // of its own is left alone after the time of a load.
    try? await TimeLimit(limits.loadTime, by: clock).run { await live.controller.waitUntilKept() }
    if let fault = live.controller.resumeFault { throw HostFault(fault) }
    return live
  }

  /// Counts a session that ended while it was in memory, and tells those who keep something beside it.
  ///
  /// In its turn.
  private func tellEnd(of key: SessionKey) async {
    metrics.ended()
    for tell in forgetters.withLock({ $0.ofEnded }) {
      // The last reply does not wait for it any longer than for a load.
      try? await TimeLimit(limits.loadTime, by: clock).run { try await tell(key) }
    }
  }

  /// A session that ended while it was in memory.
  private func noteEnd(
    _ outcome: Outcome<JSONValue>, of live: LiveSession, _ session: HostedSession
  ) {
    let controller = live.controller
    let journal = controller.journal
    let (standing, failure) = SessionSummary.Standing.of(outcome)
    let text = controller.resultText ?? failure.map { LocalizedText(key: nil, text: $0) }
    session.put(
      .ended(
        EndedSession(
          flow: journal.head.flow, title: title(of: journal.head, in: live.world),
          environment: controller.environment, answers: journal.answers.count,
          end: HostedEnd(standing, text, of: journal), journal: journal.text)))
  }

  /// A session that ended some time ago.
  private func ended(
    _ stored: StoredSession, _ key: SessionKey, from record: any JournalRecord
  ) async throws(HostFault) -> EndedSession {
    defer { record.close() }
    let text: String
    do throws(StoreFailure) {
      text = String(decoding: try await record.contents().bytes, as: UTF8.self)
    } catch {
      throw HostFault(ofRecord: error)
    }
    let script: Script
    do throws(UnreadableScript) {
      script = try Script(parsing: Array(text.utf8))
    } catch {
      throw HostFault(ResumeFault(error))
    }
    let world = try await worlds.world(of: key.user)
    let journal = script.journal(or: .current)
    // A flow that is gone, or was changed, says nothing of its end any more.
    let recap = try? world.world.catalog.recap(of: script, in: world.world.name)
    let words =
      recap?.resultText ?? recap?.failureText.map { LocalizedText(key: nil, text: $0) }
    return EndedSession(
      flow: script.flow, title: title(of: journal.head, in: world),
      environment: journal.head.environment, answers: stored.answers,
      end: HostedEnd(stored.standing, words, of: journal), journal: text)
  }

  func title(of head: Journal.Head, in world: SharedWorld) -> LocalizedText {
    world.world.catalog[head.flow]?.title.resolved(in: head.environment)
      ?? LocalizedText(key: nil, text: head.flow.rawValue)
  }

  // MARK: - Unloading

  /// Unloads those that were used longest ago until no more is in memory than may be.
  ///
  /// Those in which something is under way stay, and are looked at again after the next call.
  ///
  /// - Parameter count: how many are unloaded, or found to be at work, at the most.
  func unloadWhatIsTooMuch(atMost count: Int = SessionHost.unloadsPerCall) async {
    var tries = count
    while tries > 0, table.isOver(limits), let session = table.takeLeastUsed() {
      await unload(session)
      tries -= 1
    }
    metrics.holds(table.memory)
  }

  /// How many sessions a call unloads at the most: more than it can bring into memory.
  static let unloadsPerCall = 8

  /// Unloads a session that nobody uses, unless something is under way in it.
  ///
  /// A use of the host's own has begun, and ends here.
  func unload(_ session: HostedSession) async {
    await session.turns.run {
      switch session.content {
      case .unloaded: break
      case .ended: session.put(.unloaded)
      case .live(let live):
        guard live.end == nil else { return await unloadEnded(session) }
        await keepAgain(live)
        // It may have ended with what the store took now.
        guard live.end == nil else { return await unloadEnded(session) }
        guard live.controller.snapshot.canBeUnloaded, live.mayBeDropped else { return }
        await schedule(session)
        await drop(live, session)
      }
    }
    table.leave(session, as: .own)
  }

  /// Unloads a session that has just ended and that nobody has looked at since.
  private func unloadEnded(_ session: HostedSession) async {
    session.put(.unloaded)
    await tellEnd(of: session.key)
  }

  /// Lets go of what is in memory of a session if another node went on with it, as far as the store can
  /// say so.
  ///
  /// In its turn.
  func refresh(_ session: HostedSession) async throws(HostFault) {
    guard case .live(let live) = session.content, live.end == nil else { return }
    do throws(StoreFailure) {
      guard try await live.record.isOvertaken() else { return }
    } catch {
      throw HostFault(error)
    }
    await drop(live, session)
  }

  /// Lets go of what is in memory of a session.
  func drop(_ live: LiveSession, _ session: HostedSession) async {
    _ = await live.controller.unloading()
    session.put(.unloaded)
    metrics.unloaded()
  }

  /// Takes what is in memory of a session out of it, whatever is under way.
  ///
  /// In its turn.
  func unloadAtOnce(_ session: HostedSession) async {
    if let live = session.live {
      if live.end != nil { return await unloadEnded(session) }
      await drop(live, session)
    }
    session.put(.unloaded)
  }

  /// Has the store know when a session is to be taken up again that waits for something outside.
  ///
  /// In its turn.
  func schedule(_ session: HostedSession) async {
    // Which change is the last is asked before the look: for a state that is older the store notes nothing.
    guard case .live(let live) = session.content, let attempt = live.record.attempt,
      live.controller.isAwaitingOutside
    else { return }
    await schedule(live, session.key, Scheduling(moment: live.nextMoment, attempt: attempt))
  }

  /// Has the store know when a session that runs is to be taken up again, unless it knows that, or the
  /// session was changed since: then the change says when.
  func schedule(_ live: LiveSession, _ key: SessionKey, _ scheduling: Scheduling) async {
    guard !live.isScheduled(scheduling) else { return }
    // If it cannot be noted, the session is taken up too early, which does no harm.
    let isNoted = try? await store.schedule(
      key, at: scheduling.moment, after: scheduling.attempt)
    if isNoted ?? false { live.noteScheduled(scheduling) }
  }
}

extension SessionSnapshot {
  /// Whether nothing is under way that would be cut off.
  fileprivate var canBeUnloaded: Bool { underWay.allSatisfy(\.isWait) }
}

extension SessionSummary.Standing {
  /// How a session that has ended stands, and what a failure says to people.
  fileprivate static func of(_ outcome: Outcome<JSONValue>) -> (Self, text: String?) {
    switch outcome {
    case .finished(let result): (.finished(result), nil)
    case .cancelled(let reason): (.cancelled(reason), nil)
    case .failed(let failure): (.failed(failure.message), failure.text)
    }
  }
}
