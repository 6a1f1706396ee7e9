import Flowline
import FoundationEssentials
import Synchronization

/// What a host does by itself: unloading, taking up, leaving, forgetting.
extension SessionHost {
  /// Sweeps again and again until the task is cancelled.
  public func run() async {
    await withTaskGroup(of: Void.self) { group in
      // By itself, as a sweep may take longer than others wait.
      group.addTask { await self.again { await self.keepOthersAway() } }
      group.addTask { await self.again { await self.sweep() } }
    }
  }

  /// Does something at each interval of the sweeps until the task is cancelled.
  private func again(_ work: () async -> Void) async {
    while !Task.isCancelled {
      await work()
      do {
        try await clock.sleep(
          until: clock.now.addingTimeInterval(limits.sweepInterval.seconds))
      } catch {
        return
      }
    }
  }

  /// Unloads what is idle, takes up what is due, leaves what was abandoned and forgets what is old.
  ///
  /// What the store cannot do now is done by the next sweep.
  public func sweep() async {
    let now = clock.now
    await unloadIdle(before: now.addingTimeInterval(-limits.idleTime.seconds))
    await takeUp(due: now)
    guard isTimeToCleanUp(now) else { return }
    if let limit = limits.abandonedAfter {
      await leave(changedBefore: now.addingTimeInterval(-limit.seconds))
    }
    if let limit = limits.endedKept {
      await forget(changedBefore: now.addingTimeInterval(-limit.seconds))
    }
    do throws(StoreFailure) {
      try await store.maintain()
    } catch {
      report(HostFault(error))
    }
  }

  /// Puts off when sessions are due in which something has been under way for long: this host is still at
  /// it, and another that took one up would do it a second time, with the same key.
  func keepOthersAway() async {
    let (now, time) = (clock.now, SessionSummary.timeUnderWay)
    for key in effects.takeUnderWay(since: now.addingTimeInterval(-time / 2)) {
      // One that cannot be put off is taken up too early, which the key makes harmless.
      try? await store.schedule(key, at: now.addingTimeInterval(time))
    }
  }

  /// Whether the store is to be searched for old sessions: each that is found is rebuilt, so that it is
  /// done now and then.
  private func isTimeToCleanUp(_ now: Date) -> Bool {
    lastCleanUp.withLock { last in
      if let last, now < last.addingTimeInterval(limits.cleanUpInterval.seconds) { return false }
      last = now
      return true
    }
  }

  private func unloadIdle(before moment: Date) async {
    while let session = table.takeLeastUsed(before: moment) { await unload(session) }
    // What loads brought after the calls that began them is counted by now, if nobody has called since.
    table.measureGrowth()
    await unloadWhatIsTooMuch(atMost: table.memory.sessions)
  }

  /// How many sessions one sweep looks at for one purpose.
  private static let atOnce = 256

  /// How many sessions of other worlds are passed over at the most.
  private static let mostPassedOver = 10_000

  /// Rebuilds the sessions whose moment has come, and those that a program that ended left in the middle.
  ///
  /// One that waits for a person's word is not due: its record tells so before the person is asked. One of
  /// another world stays due for the host that has that world, and is passed over here from then on.
  private func takeUp(due moment: Date) async {
    let passedOver = elsewhere.withLock { $0 }
    let due: [SessionKey]
    do throws(StoreFailure) {
      due = try await store.due(by: moment, limit: Self.atOnce + passedOver.count)
    } catch {
      return report(HostFault(error))
    }
    // What another host took up is forgotten here.
    var others = passedOver.intersection(due)
    defer { elsewhere.withLock { $0 = others } }
    for key in due where !passedOver.contains(key) && !isAtWork(in: key) {
      do throws(HostFault) {
        try await call(key, as: .own) { session async throws(HostFault) in
          _ = try await load(session)
          await noteTakenUp(session)
        }
      } catch {
        switch error.code {
        // The next program takes up what is left, at once.
        case .closing: return
        case .otherWorld where others.count < Self.mostPassedOver: others.insert(key)
        default:
          // One that cannot be rebuilt is tried again later, and does not keep others from their turn: for
          // long only if nothing is said of when that may change. A server with other versions of the flows
          // may take it up meanwhile.
          let wait = error.retryAfter == nil ? 3_600 : SessionSummary.timeUnderWay
          try? await store.schedule(key, at: moment.addingTimeInterval(wait))
        }
      }
    }
  }

  /// Whether a session is in memory, and the store has all that happened in it.
  private func isAtWork(in key: SessionKey) -> Bool {
    guard table.hasInMemory(key) else { return false }
    return table.session(key)?.live?.controller.storeFailure == nil
  }

  /// Says of a session that was just taken up when it is due next, unless it was changed since: not by
  /// itself if it has ended or asks something, at the moment that it waits for, or in a minute if this host
  /// is at work in it.
  ///
  /// In its turn.
  private func noteTakenUp(_ session: HostedSession) async {
    let key = session.key
    switch session.content {
    case .unloaded: break
    // Nothing is begun in one that has ended.
    case .ended: try? await store.schedule(key, at: nil)
    case .live(let live):
      guard let attempt = live.record.attempt else { return }
      let isIdle =
        live.end != nil || live.controller.isAwaitingOutside
        || !live.state(of: key).questions.isEmpty
      let moment =
        isIdle ? live.nextMoment : clock.now.addingTimeInterval(SessionSummary.timeUnderWay)
      await schedule(live, key, Scheduling(moment: moment, attempt: attempt))
    }
  }

  /// Ends sessions that nobody has gone on with.
  ///
  /// Those that wait for a moment or an event, and those in which something outside is open, stay.
  private func leave(changedBefore moment: Date) async {
    var query = SessionQuery(
      of: nil, standings: [.unfinished], changedBefore: moment, newestFirst: false,
      limit: Self.atOnce)
    while let page = try? await store.list(query) {
      for item in page.items where item.session.summary.held.isEmpty { await leave(item.key) }
      guard let next = page.next, !Task.isCancelled else { return }
      query.after = next
    }
  }

  private func leave(_ key: SessionKey) async {
    _ = try? await call(key, as: .own) { session async throws(HostFault) in
      guard case .live(let live) = try await load(session) else { return }
      let snapshot = live.controller.snapshot
      guard snapshot.underWay.isEmpty, !snapshot.isHeld else { return }
      _ = await live.controller.leaving()
      if live.controller.storeFailure != nil {
        _ = await dropIfAllowed(live, session)
      } else {
        _ = try await load(session)
      }
    }
  }

  /// Forgets sessions that ended before a moment.
  ///
  /// One whose end a newer version tells in a word of its own is left to that version.
  private func forget(changedBefore moment: Date) async {
    try? await store.forgetMonths(endedBefore: moment)
    // What stays is forgotten one by one: at once, or when its month had time to be forgotten as a whole.
    let wait = store.forgetsMonths ? limits.monthWait : .zero
    var query = SessionQuery(
      of: nil, standings: [.finished, .cancelled, .failed],
      changedBefore: moment.addingTimeInterval(-wait.seconds), newestFirst: false,
      limit: Self.atOnce)
    while let page = try? await store.list(query) {
      for item in page.items where item.session.standing.kind != .newer {
        do throws(HostFault) {
          try await forgetEnded(item.key)
        } catch {
          // One that another node was quicker to remove does not keep the others.
          guard error.code != .store, error.code != .closing else { return }
        }
      }
      guard let next = page.next, !Task.isCancelled else { return }
      query.after = next
    }
  }

  // MARK: - The end

  /// Takes no more calls, lets those there are and the commits under way end, and unloads everything.
  ///
  /// Nothing that was acknowledged is lost: what cannot be waited for is taken up by the next program.
  public func close() async {
    await table.close()
    let last = clock.now.addingTimeInterval(limits.closingTime.seconds)
    for session in table.takeAll(where: { _ in true }) {
      await session.live?.waitForCommits(until: last, by: clock)
      await session.turns.run {
        if let live = session.live { await keepAgain(live, until: last) }
        await unloadAtOnce(session)
      }
      table.leave(session, as: .own)
    }
  }
}

extension LiveSession {
  /// Whether something is being written outside.
  var isCommitting: Bool { controller.underWay.contains(where: \.isCommit) }

  /// Waits until nothing is being written outside, at most until a moment.
  func waitForCommits(until last: Date, by clock: any FlowClock) async {
    guard isCommitting else { return }
    let states = controller.statesWhileRunning()
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for await state in states where !state.underWay.contains(where: \.isCommit) { return }
      }
      group.addTask { try? await clock.sleep(until: last) }
      await group.next()
      group.cancelAll()
    }
  }
}
