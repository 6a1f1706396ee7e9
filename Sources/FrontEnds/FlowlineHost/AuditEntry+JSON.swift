import Flowline
import FoundationEssentials

/// An entry as it is kept.
extension AuditEntry {
  var json: JSONValue {
    var members: [String: JSONValue] = [
      "at": .string(moment.timestamp), "act": .string(act.rawValue),
      "answers": .integer(Int64(answers)),
    ]
    members["step"] = step.map { .string($0.description) }
    switch sender {
    case .person: members["by"] = "person"
    case .program: members["by"] = "program"
    case .agent(let name, let round):
      members["by"] = "agent"
      members["agent"] = .string(name)
      members["round"] = round.map { .string($0) }
    }
    return .object(members)
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
