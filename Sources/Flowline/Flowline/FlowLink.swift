import FoundationEssentials

/// A link that starts a flow with some answers filled in.
///
/// `flow:round-up?account=personal&week=last` starts `round-up` and answers its steps `account` and
/// `week`. Steps of nested flows are named by the end of their path, as in `new-goal/target=100`, or
/// by a path in the link: the answers of `flow:accounts/create-goal?target=100` belong to the flow
/// `create-goal` somewhere within `accounts`. A step that is asked several times takes its answers
/// in turn. Names and answers are percent-encoded; a plus sign is a plus sign (RFC 3986).
public struct FlowLink: Sendable, Hashable {
  /// The flow to start.
  public let flow: FlowID
  /// The answers, in the order of the link.
  public let answers: [GivenAnswer]

  /// Makes a link.
  public init(_ flow: FlowID, answers: [GivenAnswer] = []) {
    self.flow = flow
    self.answers = answers
  }

  /// Why a text is no link to a flow.
  public struct Fault: Error, Sendable, Hashable, CustomStringConvertible {
    /// What should stand there.
    public let expected: String
    /// What stands there.
    public let got: String

    /// One sentence.
    public var description: String { "expected \(expected), got “\(got)”" }
  }

  /// Reads a link.
  public init(_ text: String) throws(Fault) {
    let shape = "a link such as flow:round-up?account=personal"
    guard let parts = URLComponents(string: text), parts.scheme?.lowercased() == "flow",
      parts.host == nil, parts.fragment == nil
    else { throw Fault(expected: shape, got: text.excerpt) }
    let ids = parts.path.split(separator: "/").map { StepID(String($0)) }
    guard let flow = ids.first else { throw Fault(expected: shape, got: text.excerpt) }
    var answers: [GivenAnswer] = []
    for item in parts.queryItems ?? [] {
      guard let answer = item.value, !item.name.isEmpty else {
        throw Fault(expected: "STEP=ANSWER", got: item.name.excerpt)
      }
      let path = ids.dropFirst() + item.name.split(separator: "/").map { StepID(String($0)) }
      answers.append(GivenAnswer(path: Array(path), answer: .text(answer)))
    }
    self.init(flow, answers: answers)
  }
}

extension FlowLink: CustomStringConvertible {
  /// The link as text; its answers as they would be typed.
  public var description: String {
    var parts = URLComponents()
    parts.scheme = "flow"
    parts.path = flow.rawValue
    if !answers.isEmpty {
      parts.queryItems = answers.map { given in
        let value =
          switch given.answer {
          case .text(let text): text
          case .json(let json): json.string ?? json.text
          }
        return URLQueryItem(name: given.description, value: value)
      }
    }
    return parts.string ?? "flow:\(flow)"
  }
}
