package import Flowline
import FoundationEssentials
import FoundationInternationalization

/// Waiting for what happens outside by itself: moments and events.
extension Walk {
  /// Says what is waited for, and whether the walk stays until it happens.
  ///
  /// Nobody waits for a day at a pipe: without a person there the session is left as it is, unless the
  /// caller asked to wait, which is of use for moments only.
  ///
  /// - Parameter told: what was told last.
  func stays(at waits: [FlowInspection.Effect], told: inout [String]) -> Bool {
    let isWaitedFor = mode.isAttended || mode.waits && waits.contains { $0.until != nil }
    guard isWaitedFor else {
      settle()
      leave(.waiting)
      return false
    }
    guard mode.showsPrompts else { return true }
    let lines =
      waits.map { words($0) }
      + (mode.isAttended ? [words(session.record == nil ? "wait.leave" : "wait.pause")] : [])
    if lines != told {
      display.show(lines.flatMap { renderer.note($0) })
      told = lines
    }
    return true
  }

  /// Delivers the event that the walk was begun for, once.
  func deliverEvent() {
    guard let event, !isEventDelivered, session.leaving == nil else { return }
    let reception = controller.deliver(event.name, json: event.value, key: event.key)
    switch reception {
    case .refused(let refusal): leave(.undelivered(refusal))
    case .accepted, .queued: isEventDelivered = true
    }
    controller.waitUntilSettled()
  }
}

/// An event from outside that a walk delivers before anything new is asked.
package struct DeliveredEvent: Sendable {
  /// The name of the step that waits for it.
  package let name: StepID
  /// What happened.
  package let value: JSONValue
  /// What tells it from others of its name; nil if each delivery counts.
  package let key: String?

  /// Makes an event.
  package init(_ name: StepID, _ value: JSONValue, key: String?) {
    self.name = name
    self.value = value
    self.key = key
  }
}

extension Words {
  /// What a wait is for, in a sentence: “Waiting until 23 Nov 2026, 14:00”.
  package func callAsFunction(_ wait: FlowInspection.Effect) -> String {
    let title = wait.title.map(\.line).flatMap { $0.isEmpty ? nil : $0 }
    guard let until = wait.until else {
      guard let title else { return self("wait.event", .string(OneLine.text(wait.id.rawValue))) }
      return self("wait.event.titled", .string(title))
    }
    let moment = until.formatted(
      Date.FormatStyle(
        date: .abbreviated, time: .shortened, locale: environment.locale,
        calendar: environment.calendar, timeZone: environment.timeZone))
    guard let title else { return self("wait.moment", .string(moment)) }
    return self("wait.moment.titled", .string(title), .string(moment))
  }
}
