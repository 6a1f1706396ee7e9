/// Something that is done while nobody owns the session.
///
/// Indirect, since nearly every look for it finds nothing.
indirect enum Outside {
  /// A load, a commit or a check that can run.
  case job(UnownedJob)
  /// The store is handed what is to be kept.
  case write(JournalKeeper, JournalKeeper.Batch)
  case tell([FlowEvent], [Observer])
  case notify(any Presenter, Notice)
}

/// What the presenter is told.
enum Notice {
  case open(FlowPlace)
  case present(Prompt)
  case working(StepPath)
  case waiting(FlowInspection.Effect, StepPath)
  case progressed(FlowInspection.Effect)
  case dismiss(Range<Int>)
  case close(FlowPlace)
  case ended(Outcome<JSONValue>)
}

/// What leaves the session. Everything here but ``Session/perform(_:)`` is done while owning.
extension Session {
  /// Does what is to be done outside.
  ///
  /// Not while owning.
  func perform(_ work: Outside) {
    let session = Owned(value: self)
    switch work {
    case .job(let job): job.runSynchronously(on: executor.outside.asUnownedTaskExecutor())
    case .write(let keeper, let batch):
      keeper.keep(batch, on: executor.outside) { [executor] failure in
        executor.post { session.value.storeAnswered(failure, for: keeper) }
      }
    case .tell(let events, let observers):
      for event in events {
        for observer in observers where !observer.observation.isOver { observer.tell(event) }
      }
      executor.post { session.value.lanes.isTellingObservers = false }
    case .notify(let presenter, let notice):
      do {
        try presenter.take(notice)
        executor.post { session.value.lanes.isPresenting = false }
      } catch {
        executor.post {
          session.value.lanes.isPresenting = false
          session.value.collapse(error)
        }
      }
    }
  }

  // MARK: - The store

  /// What the store is to be handed.
  func takeWriting() -> Outside? {
    guard let keeper else {
      engine.kept()
      return nil
    }
    let events = engine.takeEventsBehind()
    guard events.isEmpty else { return takeWriting(of: events, by: keeper) }
    let isDurable = engine.handedToStore()
    handOvers.wasMade()
    var journal = engine.journal
    if !engine.tree.isForked { journal.pending = engine.tree.trunk.asked?.pending }
    // What is left in the middle holds nothing any more, and will again.
    let held = engine.isLeftInMiddle ? nil : heldEffects
    let batch = keeper.batch(
      of: journal, isAsking: engine.tree.isAsking, answers: engine.answersStanding, held: held,
      isDurable: isDurable, forms)
    guard let batch else {
      wrote(nil)
      return nil
    }
    writing = keeper
    return .write(keeper, batch)
  }

  /// What the store is to be handed of events that came while its journal is replayed: a session that asks for
  /// a secret again may never come to the rest, and the events are not lost.
  private func takeWriting(of events: [JournalEntry], by keeper: JournalKeeper) -> Outside {
    handOvers.wasMade()
    var recorded = Journal(head: engine.journal.head)
    recorded.head.version = engine.recordedVersion ?? recorded.head.version
    recorded.entries = forms.resolved(engine.replay.entries)
    writing = keeper
    return .write(
      keeper, keeper.batch(of: events, behind: recorded, isAsking: engine.tree.isAsking))
  }

  /// The store has answered for a batch.
  private func storeAnswered(_ failure: StoreFailure?, for keeper: JournalKeeper) {
    // The session has ended meanwhile.
    if self.keeper !== keeper { keeper.close() }
    // What it says late of the controller's last session says nothing of this one.
    guard writing === keeper else { return }
    writing = nil
    wrote(failure)
  }

  /// The store has all that it was handed, or did not keep it.
  private func wrote(_ failure: StoreFailure?) {
    if let failure {
      handOvers.wasNotKept(failure)
      return engine.notKept(failure)
    }
    handOvers.wasKept()
    engine.kept()
  }

  // MARK: - Observers

  /// What observers are to be told; nil if nobody observes any more.
  @inline(never)
  func takeTelling() -> Outside? {
    guard let events = engine.events?.take(), !observers.isEmpty else { return nil }
    lanes.isTellingObservers = true
    return .tell(events, observers)
  }

  // MARK: - The presenter

  /// What the presenter is to be told next, of what has happened.
  func takeNotice() -> Outside? {
    guard !notices.isEmpty, !lanes.isPresenting, let presenter else { return nil }
    lanes.isPresenting = true
    return .notify(presenter, notices.removeFirst())
  }

  /// What the presenter is to show, now that nothing can run.
  func takeShow() -> Outside? {
    guard let presenter, !lanes.isPresenting, let notice = nextNotice else { return nil }
    lanes.isPresenting = true
    return .notify(presenter, notice)
  }

  private var nextNotice: Notice? {
    if let place = takePlaceToOpen() { return .open(place) }
    if let prompt = promptToShow { return .present(prompt) }
    guard engine.phase == .running, !isHeldBack else { return nil }
    switch engine.tree[engine.tree.foreground].state {
    case .checking(_, let effect), .loading(let effect), .committing(let effect, .sent):
      if effect.wait.number != announced.effect {
        announced.effect = effect.wait.number
        if effect.kind.isWait {
          return .waiting(inspected(effect, at: MonotonicTime.now), engine.path(of: effect))
        }
        return .working(engine.path(of: effect))
      }
      guard let news = announced.progress.take(), news == effect else { return nil }
      return .progressed(inspected(effect, at: MonotonicTime.now))
    default: return nil
    }
  }

  /// The prompt that waits, if the presenter was not handed it yet.
  private var promptToShow: Prompt? {
    guard let presentation = engine.presentationAsked, presentation != announced.presentation
    else { return nil }
    announced.presentation = presentation
    return prompt
  }

  /// Hands the question that waits to the presenter once more: it is put in other words.
  func presentAgain() { announced.presentation = -1 }

  func dismisser(of presentations: [Range<Int>]) -> Dismisser {
    Dismisser(presentations: presentations, controller: controller)
  }

  func dismiss(_ presentations: [Range<Int>]) {
    for range in presentations {
      let gone = shown.remove(range)
      if presenter != nil { notices += gone.map { .dismiss($0) } }
    }
  }

  func dismissIfTerminating(_ presentations: [Range<Int>]) {
    if engine.isTerminating, !engine.isUnloading { dismiss(presentations) }
  }
}

extension Presenter {
  fileprivate func take(_ notice: Notice) throws {
    switch notice {
    case .open(let place): try open(place)
    case .present(let prompt): try present(prompt)
    case .working(let path): try working(on: path)
    case .waiting(let wait, let step): try waiting(for: wait, at: step)
    case .progressed(let effect): try progressed(on: effect)
    case .dismiss(let range): dismiss(range)
    case .close(let place): close(place)
    case .ended(let outcome): ended(outcome)
    }
  }
}

extension Engine {
  /// The presentation that a person sees: the question of the foreground, or what to do about
  /// something that is held; nil if nothing is asked.
  var presentationAsked: Int? {
    if keeping.fault != nil, phase != .ended { return keeping.faultPresentation }
    guard phase == .running, !isHeldBack else { return nil }
    switch tree[tree.foreground].state {
    case .asking(let asked): return asked.presentation
    case .held(let hold): return hold.presentation
    default: return nil
    }
  }
}
