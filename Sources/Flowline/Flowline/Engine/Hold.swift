/// An effect that went wrong, and what may be done about it.
struct Hold: Hashable, Sendable {
  let effect: Effect
  /// The question what to do, which is put to a person.
  let presentation: Int
  /// What was thrown, in its own words.
  let message: String
  let doubt: Doubt
  /// What it said to people, if it was held already when the session was left.
  var text: String?

  /// What is known of something that went wrong.
  enum Doubt: Hashable, Sendable {
    /// Nothing was changed outside: a load, or a commit that was not sent.
    case notDone
    /// A commit may have been carried out.
    case inDoubt
    /// The same, and its contents hold a secret that is not known any more.
    case inDoubtWithSecret
    /// A commit was carried out, and its reply cannot be recorded: it would be no other the next time.
    case doneUnrecorded
  }

  /// Whether something outside may have changed.
  var mayHaveBeenSent: Bool { doubt != .notDone }

  /// What may be done about it.
  ///
  /// A session of which nothing is kept cannot be left for later.
  func choices(canBeResumed: Bool) -> [HoldChoice] {
    let later: [HoldChoice] = canBeResumed ? [.later] : []
    return switch doubt {
    case .notDone: [.again] + later + [.cancel]
    case .inDoubt: [.again] + later + [.giveUp]
    case .inDoubtWithSecret, .doneUnrecorded: later + [.giveUp]
    }
  }
}

/// What a person may do about something that is held.
enum HoldChoice: String, Hashable, Sendable, CaseIterable {
  /// Do it again; a commit, with the same key.
  case again
  /// Stop here. The session is kept; resuming it asks once more if its record tells what is held, and
  /// else does it again.
  case later
  /// Leave the flow; nothing was sent.
  case cancel
  /// End the session as failed, with what is not known said.
  case giveUp = "give-up"
}

/// Holding what went wrong, and what a person says about it.
extension Engine {
  /// An effect went wrong: its branch waits for a person's word.
  mutating func hold(_ effect: Effect, _ message: String, _ doubt: Hold.Doubt) {
    hold(effect, message, doubt, text: nil)
    keeping.holdsChanged()
  }

  /// An effect was held when the session was left, as its record tells: it is held again.
  mutating func holdAgain(_ effect: Effect, _ held: HeldEffect, _ doubt: Hold.Doubt) {
    hold(effect, held.message, doubt, text: held.text)
  }

  private mutating func hold(
    _ effect: Effect, _ message: String, _ doubt: Hold.Doubt, text: String?
  ) {
    let branch = effect.wait.branch
    tell(effect, .failed(message: message))
    let presentation = nextPresentation(in: branch)
    tree.set(
      .held(
        Hold(
          effect: effect, presentation: presentation, message: message, doubt: doubt, text: text)),
      of: branch)
  }

  /// What the record tells of an effect that was held when the session was left; nil if it was not.
  mutating func takeHeld(_ id: StepID, in branch: BranchID) -> HeldEffect? {
    guard var held = heldBefore else { return nil }
    let path = tree.path(of: indexOfEffects(in: branch), in: branch).appending(id)
    guard let index = held.firstIndex(where: { $0.step == path }) else { return nil }
    defer { heldBefore = held.isEmpty ? nil : held }
    return held.remove(at: index)
  }

  /// What is to be done about a hold, once a person has said so.
  enum HoldAnswer: Hashable {
    /// The effect runs again.
    case performed
    /// The session is to be unloaded.
    case unload
    /// The innermost flow is left, or the session given up.
    case ended
    case refused(Refusal.Code)
  }

  mutating func answered(_ hold: Hold, _ choice: HoldChoice) -> HoldAnswer {
    let branch = hold.effect.wait.branch
    guard tree[branch].state == .held(hold), hold.choices(canBeResumed: true).contains(choice)
    else {
      return .refused(.stale)
    }
    switch choice {
    case .again:
      var effect = hold.effect
      effect.isRepeated = true
      // Cut off from now on, it is in doubt: the store must not tell any more that it was not sent.
      carryOver()
      keeping.holdsChanged()
      begin(effect, effect.kind == .commit ? .committing(effect, .intended) : .loading(effect))
      return .performed
    case .later: return .unload
    case .cancel:
      return cancelled(in: branch, .user) == .unwind ? .ended : .refused(.committing)
    case .giveUp:
      if hold.doubt == .doneUnrecorded {
        // That it was done is known, and no reader of the journal is to be in doubt.
        record(
          JournalEntry(
            doneAndGivenUp: hold.effect.id, hold.message, in: refs(ofEffectsIn: branch).ref),
          in: branch)
        carryOver()
      }
      gaveUp(hold.message)
      return .ended
    }
  }

  /// The session is given up: it ends as failed.
  ///
  /// - Parameter message: what was thrown.
  mutating func gaveUp(_ message: String) {
    givenUp = message
    broke()
  }
}
