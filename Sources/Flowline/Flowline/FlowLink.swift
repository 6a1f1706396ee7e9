/// A link that starts a flow with some answers filled in.
///
/// `flow:round-up?account=personal&week=last` starts `round-up` and answers its steps `account` and
/// `week`. Steps of nested flows are named by the end of their path, as in `new-goal/target=100`, or
/// by a path in the link: the answers of `flow:accounts/create-goal?target=100` belong to the flow
/// `create-goal` somewhere within `accounts`. A step that is asked several times takes its answers
/// in turn. Names and answers are percent-encoded; a plus sign is a plus sign (RFC 3986).
///
/// Anybody can make a link. Its answers do not count at the questions that are left to people, see
/// ``FlowCatalog/confirmInPerson(_:at:)``: these are asked, and what is behind them waits.
public struct FlowLink: Sendable, Hashable {
  /// The flow to start.
  public let flow: FlowID
  /// The answers, in the order of the link; none of them ``GivenAnswer/mayConfirm``.
  public let answers: [GivenAnswer]

  /// Makes a link.
  public init(_ flow: FlowID, answers: [GivenAnswer] = []) {
    self.flow = flow
    self.answers = answers.map {
      GivenAnswer(
        path: $0.path, answer: $0.answer, isAcknowledged: $0.isAcknowledged, mayConfirm: false)
    }
  }

  /// Why a text is not a link to a flow.
  ///
  /// Says nothing of the answers in it.
  public struct Fault: Error, Sendable, Hashable, CustomStringConvertible {
    /// A part of a link.
    public enum Part: String, Sendable, Hashable, CaseIterable {
      /// A link to a flow at all.
      case link
      /// An escape in place of a number sign, which ends a link.
      case numberSign = "number-sign"
      /// The id of the flow, or of one within it.
      case flow
      /// The id of a step.
      case step
      /// A step with its answer.
      case stepAndAnswer = "step-and-answer"
      /// The answer behind a step.
      case answer
      /// Escapes that make text.
      case escape
    }

    /// What should be there.
    public let part: Part
    /// How many characters of the text come before the place.
    public let offset: Int

    /// What should be there, in words.
    public var expected: Text { Texts.engine("link.\(part.rawValue)") }

    /// One sentence.
    public var description: String {
      let words = expected.resolved(in: Journal.Head.nobody.environment).text
      return "expected \(words) at character \(offset + 1)"
    }
  }

  /// Reads a link.
  ///
  /// - Throws: ``Fault`` with the place of the first part that is not as it should be: a name that is
  ///   empty, an answer without `=`, an escape such as `%2` that is cut off.
  public init(_ text: String) throws(Fault) {
    let link = LinkText(text)
    guard let colon = text.firstIndex(of: ":"), text[..<colon].lowercased() == "flow" else {
      throw link.fault(.link, text.startIndex)
    }
    let start = text.index(after: colon)
    if let hash = text.firstIndex(of: "#") { throw link.fault(.numberSign, hash) }
    let path = text[start...].prefix { $0 != "?" }
    let ids = try link.ids(path, of: .flow)
    var answers: [GivenAnswer] = []
    if path.endIndex < text.endIndex, text.index(after: path.endIndex) < text.endIndex {
      let query = text[text.index(after: path.endIndex)...]
      for item in query.split(separator: "&", omittingEmptySubsequences: false) {
        answers.append(try link.answer(item, within: ids.dropFirst()))
      }
    }
    self.init(ids[0], answers: answers)
  }
}

/// The parts of a link, read with their places.
private struct LinkText {
  private let text: String

  init(_ text: String) { self.text = text }

  func fault(_ expected: FlowLink.Fault.Part, _ place: String.Index) -> FlowLink.Fault {
    FlowLink.Fault(part: expected, offset: text.distance(from: text.startIndex, to: place))
  }

  /// Reads `STEP=ANSWER`.
  func answer(
    _ item: Substring, within flows: ArraySlice<StepID>
  ) throws(FlowLink.Fault) -> GivenAnswer {
    guard !item.isEmpty, item.first != "=" else {
      throw fault(.stepAndAnswer, item.startIndex)
    }
    guard let equals = item.firstIndex(of: "=") else {
      throw fault(.answer, item.endIndex)
    }
    let ids = try ids(item[..<equals], of: .step)
    let value = item[item.index(after: equals)...]
    return GivenAnswer(path: flows + ids, answer: .text(try plain(value)))
  }

  /// Reads ids with slashes between.
  func ids(_ path: Substring, of kind: FlowLink.Fault.Part) throws(FlowLink.Fault) -> [StepID] {
    var ids: [StepID] = []
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
      guard !part.isEmpty else { throw fault(kind, part.startIndex) }
      ids.append(StepID(try plain(part)))
    }
    return ids
  }

  /// The text that a part stands for, its escapes resolved.
  private func plain(_ part: Substring) throws(FlowLink.Fault) -> String {
    guard part.contains("%") else { return String(part) }
    var bytes: [UInt8] = []
    var rest = part.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let escaped = UInt8(hexDigits: rest.prefix(2)) else {
        throw fault(.escape, part.startIndex)
      }
      bytes.append(escaped)
      rest = rest.dropFirst(2)
    }
    guard let plain = String(validating: bytes, as: UTF8.self) else {
      throw fault(.escape, part.startIndex)
    }
    return plain
  }
}

extension UInt8 {
  /// The byte of two hexadecimal digits; nil for anything else.
  fileprivate init?(hexDigits digits: Substring.UTF8View) {
    let values = digits.compactMap(\.hexadecimalValue)
    guard values.count == 2 else { return nil }
    self.init(values[0] << 4 | values[1])
  }
}

extension FlowLink: CustomStringConvertible {
  /// The link as text; its answers as they would be typed.
  public var description: String {
    let items = answers.map { given in
      let value =
        switch given.answer {
        case .text(let text): text
        case .json(let json): json.string ?? json.text
        }
      let path = given.path.map { Self.escaped($0.rawValue) }.joined(separator: "/")
      return "\(path)=\(Self.escaped(value))"
    }
    let query = items.isEmpty ? "" : "?" + items.joined(separator: "&")
    return "flow:\(Self.escaped(flow.rawValue))\(query)"
  }

  /// The text with all but letters and digits of ASCII and a few signs escaped (RFC 3986, 2.3).
  private static func escaped(_ text: String) -> String {
    text.utf8.reduce(into: "") { escaped, byte in
      let character = Character(Unicode.Scalar(byte))
      if byte < 0x80, character.isLetter || character.isNumber || "-._~:@,+".contains(character) {
        escaped.append(character)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        escaped += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
  }
}
