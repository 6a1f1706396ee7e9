import FlowlineTerminal
import Foundation
import Synchronization
import Testing

@testable import Flowline
@testable import FlowlineProgram

/// Where a session is, as its events tell.
struct SessionTrailTests {
  private static func path(_ path: String) -> StepPath {
    StepPath(path.split(separator: "/").map { StepID(String($0)) })
  }

  /// A trail that was told of some events.
  private static func trail(_ events: [(FlowEvent.Kind, String)]) -> SessionTrail {
    let trail = SessionTrail(of: "trip")
    tell(events, to: trail)
    return trail
  }

  private static func tell(_ events: [(FlowEvent.Kind, String)], to trail: SessionTrail) {
    for (kind, place) in events {
      trail.observe(FlowEvent(sequence: 1, session: UUID(), path: path(place), kind: kind))
    }
  }

  private static func effect(
    _ number: Int, _ kind: FlowInspection.Effect.Kind, _ phase: FlowEvent.Phase = .began
  ) -> FlowEvent.Kind {
    .effect(FlowEvent.Effect(number: number, id: "x", kind: kind, key: nil), phase)
  }

  private static let asked = FlowEvent.Kind.asked(presentation: 0, kind: "text")

  @Test func `commits come before what has been under way longer, and all of them are named`() {
    let trail = Self.trail([
      (Self.effect(1, .load), "trip/rates"), (Self.effect(2, .commit), "trip/a/pay"),
      (Self.effect(3, .commit, .repeated), "trip/b/pay"),
    ])
    let place = StuckPlace.commit(Self.path("trip/a/pay"), beside: [Self.path("trip/b/pay")])
    #expect(trail.place == place)
    let environment = FlowEnvironment(
      locale: Locale(identifier: "en_GB"), timeZone: .gmt, now: .distantPast)
    let text = place.text(Words(environment, from: Program.texts))
    #expect(text.contains("still being carried out: trip/a/pay, trip/b/pay. Whether"), "\(text)")
    Self.tell(
      [
        (Self.effect(2, .commit, .replied), "trip/a/pay"),
        (Self.effect(3, .commit, .failed(message: "no")), "trip/b/pay"),
      ], to: trail)
    #expect(trail.place == .load(Self.path("trip/rates")))
    let rest = trail.leave {}
    #expect(rest.place == trail.place && rest.done == [Self.path("trip/a/pay")])
  }

  @Test func `a wait for something outside is a place like a question`() {
    let trail = Self.trail([(Self.effect(1, .event), "trip/approval")])
    #expect(trail.place == .code(behind: Self.path("trip/approval")))
    Self.tell(
      [(Self.effect(2, .moment), "trip/day"), (Self.effect(3, .load), "trip/rates")], to: trail)
    #expect(trail.place == .load(Self.path("trip/rates")))
  }

  @Test func `what was given up is not under way`() {
    let check = Self.trail([
      (Self.asked, "trip/city"), (Self.effect(1, .check), "trip/city"), (Self.asked, "trip/city"),
    ])
    #expect(check.place == .code(behind: Self.path("trip/city")))
    let load = Self.trail([(Self.effect(1, .load), "trip/rates"), (.back, "trip/city")])
    #expect(load.place == .code(behind: Self.path("trip/city")))
    let left = Self.trail([
      (Self.effect(1, .load), "trip/hotel/rates"), (Self.effect(2, .load), "trip/rates"),
      (.ended(.cancelled(.user)), "trip/hotel"),
    ])
    #expect(left.place == .load(Self.path("trip/rates")))
    let again = Self.trail([(Self.effect(1, .load), "trip/rates"), (.started(version: 1), "trip")])
    #expect(again.place == .code(behind: Self.path("trip")))
  }

  @Test func `a session that was left begins no commit, and finishes what it has begun`() {
    let parked = Atomic(0)
    let trail = Self.trail([(Self.effect(1, .load), "trip/rates")])
    let rest = trail.leave { _ = parked.add(1, ordering: .relaxed) }
    #expect(rest.place == .load(Self.path("trip/rates")) && rest.done.isEmpty)
    Self.tell(
      [
        (Self.effect(1, .load, .replied), "trip/rates"), (Self.effect(2, .load), "trip/rooms"),
        (Self.effect(2, .load, .replied), "trip/rooms"),
      ], to: trail)
    #expect(parked.load(ordering: .relaxed) == 0)
    Self.tell([(Self.effect(3, .commit), "trip/pay")], to: trail)
    #expect(parked.load(ordering: .relaxed) == 1)
    #expect(trail.place == .code(behind: Self.path("trip/rooms")))
  }
}
