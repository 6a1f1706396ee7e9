/// An answer that is given before its question is asked: from a link, a command line, a web page.
///
/// It is read like a typed one when its step is asked. One that is refused is recorded as refused,
/// and the step is asked, see ``Prompt/refused``; so is one that is asked back about, unless it says
/// that this is acknowledged. Sensitive steps take none.
public struct GivenAnswer: Sendable, Hashable {
  /// The end of the step's path: the step's own id alone, or with the ids of its flows before it.
  ///
  /// Without an id it is for no step.
  public let path: [StepID]
  /// What the step is answered with when it is asked.
  public let answer: Answer
  /// Whether it is to be taken whatever its step would ask back about it.
  public let isAcknowledged: Bool
  /// Whether it may answer a question that is left to people, see ``FlowCatalog/confirmInPerson(_:at:)``.
  ///
  /// An answer of a ``FlowLink`` may not: somebody else may have made the link. Such a question is asked,
  /// with ``Refusal/Code/leftToPeople`` as ``Prompt/refused``.
  public let mayConfirm: Bool

  /// Makes an answer for the first step that is asked with this id, or whose path ends like this.
  public init(_ path: StepID..., answer: Answer, isAcknowledged: Bool = false) {
    self.init(path: path, answer: answer, isAcknowledged: isAcknowledged)
  }

  /// Makes an answer for the first step that is asked and whose path ends like this.
  public init(
    path: [StepID], answer: Answer, isAcknowledged: Bool = false, mayConfirm: Bool = true
  ) {
    self.path = path
    self.answer = answer
    self.isAcknowledged = isAcknowledged
    self.mayConfirm = mayConfirm
  }
}

extension GivenAnswer {
  /// Reads the end of a step's path, such as `new-goal/target`; nil if an id in it is empty.
  public static func path(_ text: String) -> [StepID]? {
    let ids = text.split(separator: "/", omittingEmptySubsequences: false)
    return ids.contains("") ? nil : ids.map { StepID(String($0)) }
  }
}

extension GivenAnswer: CustomStringConvertible {
  /// The end of the step's path, its ids with slashes between them.
  public var description: String { path.map(\.rawValue).joined(separator: "/") }
}
