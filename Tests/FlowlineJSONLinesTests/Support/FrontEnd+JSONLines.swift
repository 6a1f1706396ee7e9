import Flowline
import FlowlineJSONLines
import FlowlineTesting
import FoundationEssentials

extension FrontEnd {
  /// The lines of a walk, all sent ahead.
  static let jsonLines = FrontEnd("JSON lines") { walk in
    let environment = walk.options.environment ?? .current
    let catalog = try walk.catalog()
    let frontEnd = JSONLinesFrontEnd("tester", environment: { environment }) { _ in catalog }
    let start: JSONValue = [
      "start": .string(walk.flow.rawValue),
      "session": .string(walk.options.session?.uuidString ?? ""),
    ]
    var requests = [start]
    requests += try walk.inputs.map { try FrontEnd.request(for: $0) }
    requests.append(["journal": true])
    let messages = try talk(requests.map { Array($0.text.utf8) }, to: frontEnd).messages
    guard let script = messages.compactMap({ $0["script"]?.string }).last else {
      throw WalkFault("no journal came: \(messages.map(\.text))")
    }
    return script
  }

  private static func request(for input: Walk.Input) throws -> JSONValue {
    switch input {
    case .answer(_, let answer): return ["answer": member(of: answer)]
    case .page(let fields):
      let members = fields.map { ($0.key.rawValue, member(of: $0.value)) }
      return ["fill": .object(Dictionary(uniqueKeysWithValues: members))]
    case .back: return ["back": true]
    case .cancel: return ["cancel": true]
    case .gone: throw WalkFault("the journal cannot be asked for after the end of input")
    }
  }

  private static func member(of answer: Answer) -> JSONValue {
    switch answer {
    case .text(let text): ["text": .string(text)]
    case .json(let json): json
    }
  }
}
