package import Flowline
package import FoundationEssentials
import FoundationInternationalization

extension Request {
  /// A flow to be started, in the world it is to see.
  package struct Start {
    package let flow: FlowID
    package let locale: Locale?
    package let timeZone: TimeZone?
    package let now: Date?
    package let session: UUID?
    package let given: [GivenAnswer]

    package init(_ members: Members) throws(RequestFault) {
      flow = FlowID(try members.need("start", "a flow's id") { $0 })
      locale = try members.read("locale", "a locale such as en_GB") { Locale.known($0) }
      timeZone = try members.read("timeZone", "a time zone such as Europe/London") {
        TimeZone(identifier: $0)
      }
      now = try members.read("now", "a time such as 2026-11-20T12:00:00Z") { Date(timestamp: $0) }
      session = try members.read("session", "a UUID") { UUID(text: $0) }
      guard members["given"] != nil else {
        given = []
        return
      }
      var given: [GivenAnswer] = []
      let members = try members.object("given").sorted { $0.key.rawValue < $1.key.rawValue }
      for (name, json) in members {
        guard let path = GivenAnswer.path(name.rawValue) else {
          throw RequestFault(
            expected: "steps such as target or new-goal/target in “given”", got: name.rawValue)
        }
        given.append(GivenAnswer(path: path, answer: Answer(member: json)))
      }
      self.given = given
    }

    package func environment(or other: FlowEnvironment) -> FlowEnvironment {
      FlowEnvironment(
        locale: locale ?? other.locale, timeZone: timeZone ?? other.timeZone,
        now: now ?? other.now)
    }
  }
}
