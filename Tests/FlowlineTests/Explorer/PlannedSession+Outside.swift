@testable import Flowline

/// Moments and events: what the shell does while a body waits for something outside.
extension PlannedSession {
  mutating func meet(
    _ start: Engine.AwaitStart, _ kind: PlannedWait.Kind, _ id: FrameID
  ) -> Taken {
    switch start {
    case .over(let value):
      bodies[id]?.sum += Self.value(value) ?? 0
      return .goesOn
    case .perform(let effect): waits[effect.wait] = PlannedWait(body: id, kind: kind)
    case .wait(let wait):
      waits[wait] = PlannedWait(body: id, kind: kind, want: engine.want(of: wait))
    case .denied(let denial): return meet(denial)
    }
    return .waits
  }

  /// Events are offered to those that wait for one: the first that can read one takes it.
  mutating func offerEvents() {
    for effect in engine.eventsAwaited {
      for number in engine.mailbox.open(of: effect.id) {
        guard
          let value = engine.mailbox.event(number, of: effect.id).flatMap({ Self.value($0.value) })
        else { continue }
        if store != .none, !isDurable(number, of: effect.id) {
          breaks("rule 13: \(effect.id) took an event before it was durable")
        }
        waits[effect.wait]?.result = .result(value)
        return engine.eventCame(effect, number)
      }
    }
    engine.mailbox.hasNews = false
  }

  private func isDurable(_ number: Int, of name: StepID) -> Bool {
    // While a journal is rebuilt, the store has it.
    guard engine.replay.isAtEnd else { return true }
    let kept = stored?.entries.count { $0.verb == .event && $0.id == name } ?? 0
    return number <= kept
  }

  /// An event is delivered; a number below 0 is one that no body can read.
  mutating func deliver(_ name: StepID, _ number: Int, isKeyed: Bool) -> Bool {
    let value = JSONValue.integer(Int64(number))
    let isAwaited = engine.eventsAwaited.contains { $0.id == name }
    switch engine.delivery(of: name, value, key: isKeyed ? "key" : nil) {
    case .refused: return false
    case .known: return true
    case .new where number < 0 && isAwaited: return false
    case .new:
      engine.delivered(name, value, key: isKeyed ? "key" : nil)
      return true
    }
  }
}
