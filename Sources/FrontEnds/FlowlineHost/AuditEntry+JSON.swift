package import Flowline
import FoundationEssentials

/// An entry as it is kept.
extension AuditEntry: JSONObject {
  package func tell(_ members: inout some JSONMembers) {
    var agent: (name: String, round: String?)?
    if case .agent(let name, let round) = sender { agent = (name, round) }
    members.add("act", act.rawValue)
    members.add("agent", agent?.name)
    members.add("answers", answers)
    members.add("at", moment.timestamp)
    members.add("by", sender.word)
    members.add("round", agent?.round)
    members.add("step", step?.description)
  }

  init?(_ json: JSONValue) {
    guard let moment = json["at"]?.string.flatMap({ Date(timestamp: $0) }),
      let act = json["act"]?.string.flatMap(Act.init), case .integer(let answers)? = json["answers"]
    else { return nil }
    let sender: HostedSender
    switch json["by"]?.string {
    case "person": sender = .person
    case "program": sender = .program
    case "agent": sender = .agent(json["agent"]?.string ?? "", round: json["round"]?.string)
    default: return nil
    }
    let step = json["step"]?.string.flatMap { GivenAnswer.path($0) }.map { StepPath($0) }
    self.init(act, by: sender, at: moment, step: step, answers: Int(answers))
  }
}

extension HostedSender {
  fileprivate var word: String {
    switch self {
    case .person: "person"
    case .program: "program"
    case .agent: "agent"
    }
  }
}
