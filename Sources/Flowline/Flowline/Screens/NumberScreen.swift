/// Asks for a whole number.
public struct NumberScreen: Screen {
  /// A whole number within the range.
  public typealias Output = Int

  /// The words of the question; the default is recorded as an integer.
  public var question: Question
  private let range: ClosedRange<Int>

  /// Makes a screen.
  ///
  /// - Parameters:
  ///   - id: the step's stable name.
  ///   - question: what is asked; nil for the text `<id>.question` of the flow's catalogue.
  ///   - range: the smallest and the largest number allowed.
  ///   - standard: what Enter takes; ignored if it is out of the range.
  public init(
    _ id: StepID, _ question: Text? = nil, in range: ClosedRange<Int> = 0...Int.max,
    default standard: Int? = nil
  ) {
    self.question = Question(id, question)
    self.range = range
    if let standard, range.contains(standard) {
      self.question.defaultAnswer = .integer(Int64(standard))
    }
  }

  /// A whole number, with its range.
  public func kind(in environment: FlowEnvironment) -> PromptKind { .number(range) }

  /// What scripts compare: the kind `number`.
  public func outline(in environment: FlowEnvironment) -> PromptOutline { .number }

  /// 5 if it is allowed, else the smallest number allowed.
  public func example(in environment: FlowEnvironment) -> String? {
    String(range.contains(5) ? 5 : range.lowerBound)
  }

  /// Reads digits, with a sign if need be, or a JSON integer.
  ///
  /// Anything else is ``Refusal/Code/notANumber``; a number outside the range is
  /// ``Refusal/Code/tooLow`` or ``Refusal/Code/tooHigh``.
  public func read(
    _ answer: Answer, in environment: FlowEnvironment
  ) -> Result<Accepted<Int>, Refusal> {
    parse(answer).flatMap { number in
      if number < range.lowerBound { return .failure(.tooLow(least: .integer(range.lowerBound))) }
      if number > range.upperBound { return .failure(.tooHigh(most: .integer(range.upperBound))) }
      return .success(Accepted(number, recorded: .integer(Int64(number))))
    }
  }

  private func parse(_ answer: Answer) -> Result<Int, Refusal> {
    if case .json(.integer(let integer)) = answer { return .success(Int(integer)) }
    guard let line = answer.line else { return .failure(.wrongShape(.number)) }
    let text = line.first == "\u{2212}" ? "-" + line.dropFirst() : line
    if text.isEmpty { return .failure(.make(.empty)) }
    if let number = Int(text) { return .success(number) }
    let digits = text.drop { $0 == "-" || $0 == "+" }
    guard
      let fault = digits.firstIndex(where: { !("0"..."9" ~= $0) })
        ?? (digits.isEmpty ? text.startIndex : nil)
    else {
      return .failure(
        text.hasPrefix("-")
          ? .tooLow(least: .integer(range.lowerBound)) : .tooHigh(most: .integer(range.upperBound)))
    }
    let offset = text.distance(from: text.startIndex, to: fault)
    // Of a word all its letters are at fault.
    let length = max(text[fault...].prefix(while: \.isLetter).count, 1)
    return .failure(.notANumber(at: offset..<offset + length))
  }
}
