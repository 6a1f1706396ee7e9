/// Asks for several things at once.
///
/// The result is the things, in the order they were offered.
///
/// They are typed with commas between, each as in a ``ChoiceScreen``, or as numbers and ranges:
/// `1,3-5`, `1 3 5`. `all` and `все` stand for all of them, `all except 2` for all but some, `none`
/// and `ничего` for none of them; an option that is called so comes first.
public struct MultipleChoiceScreen<Value: Encodable & Sendable>: Screen {
  /// The values that were chosen, in the order in which they were offered.
  public typealias Output = [Value]

  /// The words of the question; a default is recorded as an array of keys.
  public var question: Question
  private let options: [Option<Value>]
  private let count: ClosedRange<Int>

  /// Makes a screen.
  ///
  /// - Parameters:
  ///   - id: the step's stable name.
  ///   - question: what is asked; if it is left out, the text `<step>.question` of the flow's
  ///     catalogue.
  ///   - options: what can be chosen, in order. A journal has nothing but the keys: of several
  ///     options with one key the first is offered, and the others are not, unless their keys are made
  ///     of names: those are numbered. If they have different values, there is a ``Diagnostic``.
  ///   - count: how many may be chosen, at most all that are offered; any number if it is nil. If more must
  ///     be chosen than there are, the flow that asks may have a ``ScreenFault`` thrown.
  public init(
    _ id: StepID, _ question: Text? = nil, options: [Option<Value>], count: ClosedRange<Int>? = nil
  ) {
    self.question = Question(id, question)
    self.options = options.withDistinctKeys()
    if self.options.count < options.count {
      self.question.oddity = { Option<Value>.repetition(among: options) }
    }
    let most = self.options.count
    self.count =
      count.map { $0.lowerBound...max($0.lowerBound, min($0.upperBound, most)) } ?? 0...most
  }

  /// Choices, with the options in the environment's language and how many may be chosen.
  public func kind(in environment: FlowEnvironment) -> PromptKind {
    .choices(options.choices(in: environment), count: count)
  }

  /// What scripts compare: the kind `choices` and the keys, in order.
  public func outline(in environment: FlowEnvironment) -> PromptOutline {
    PromptOutline(kind: "choices", choices: options.map(\.key))
  }

  /// That more must be chosen than there are; nil if not.
  public func fault(in environment: FlowEnvironment) -> ScreenFault? {
    ScreenFault.choosing(count, of: options.count, at: question.id)
  }

  /// As many numbers as must be chosen, and one at least; nil if there are no options.
  public func example(in environment: FlowEnvironment) -> String? {
    guard !options.isEmpty else { return nil }
    let least = min(max(1, count.lowerBound), options.count)
    return (0..<least).map { String($0 + 1) }.joined(separator: ", ")
  }

  /// The labels or numbers of the chosen options, with commas between; nil if it is not an array.
  public func typed(_ recorded: JSONValue, in environment: FlowEnvironment) -> String? {
    guard case .array(let keys) = recorded else { return nil }
    let names = ClearNames(OptionFinder(options, in: environment))
    return keys.compactMap { $0.string.flatMap(names.index(ofKey:)) }
      .compactMap { names.typed($0, shortly: true) }.joined(separator: ", ")
  }

  /// Reads names, numbers and ranges with commas or spaces between, `all`, `none`, or an array of
  /// keys.
  ///
  /// A part that means no option is refused, and so is a number of options that is not allowed, as
  /// ``Refusal/Code/wrongCount``.
  public func read(
    _ answer: Answer, in environment: FlowEnvironment
  ) -> Result<Accepted<[Value]>, Refusal> {
    chosen(by: answer, in: environment).flatMap { chosen in
      guard count.contains(chosen.count) else {
        return .failure(
          options.isEmpty
            ? .make(.nothingToChoose) : .wrongCount(chosen.count, allowed: count))
      }
      let picked: [Option<Value>] = chosen.sorted().map { options[$0] }
      return .success(
        Accepted(picked.map(\.value), recorded: .array(picked.map { .string($0.key) })))
    }
  }

  private func chosen(
    by answer: Answer, in environment: FlowEnvironment
  ) -> Result<Set<Int>, Refusal> {
    if case .json(.array(let keys)) = answer {
      let places = Dictionary(uniqueKeysWithValues: zip(options.map(\.key), options.indices))
      var chosen: Set<Int> = []
      for key in keys {
        guard let index = key.string.flatMap({ places[$0] }) else {
          return .failure(
            options.isEmpty
              ? .make(.nothingToChoose)
              : .notAChoice(key.string ?? key.text, of: options.count, nearest: nil))
        }
        chosen.insert(index)
      }
      return .success(chosen)
    }
    guard let text = answer.line else { return .failure(.wrongShape(.choices)) }
    return ChoiceList(OptionFinder(options, in: environment), of: options.count).read(text)
  }
}
