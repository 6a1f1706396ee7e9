/// Asks for one of several things.
///
/// The result is the thing itself.
///
/// An answer is its key, its label, its number, or what no other label has: the beginning of key
/// or label, the beginning of a word of the label, or any part of it. If there is nothing to choose
/// from, the flow that asks it may have a ``ScreenFault`` thrown in place of an answer.
public struct ChoiceScreen<Value: Encodable & Sendable>: Screen {
  /// The value of the option that was chosen.
  public typealias Output = Value

  /// The words of the question; the default is recorded as the option's key.
  public var question: Question
  private let options: [Option<Value>]
  private var likeliestKey: String?

  /// Makes a screen.
  ///
  /// - Parameters:
  ///   - id: the step's stable name.
  ///   - question: what is asked; if it is left out, the text `<step>.question` of the flow's
  ///     catalogue.
  ///   - options: what can be chosen, in order. A journal has nothing but the key: of several
  ///     options with one key the first is offered, and the others are not, unless their keys are made
  ///     of names: those are numbered. If they have different values, there is a ``Diagnostic``.
  ///   - standard: the key of the option that Enter takes; ignored if there is no such option.
  ///   - page: what is shown above the question.
  public init(
    _ id: StepID, _ question: Text? = nil, options: [Option<Value>],
    default standard: String? = nil,
    page: [Section] = []
  ) {
    self.question = Question(id, question)
    self.options = options.withDistinctKeys()
    if self.options.count < options.count {
      self.question.oddity = { Option<Value>.repetition(among: options) }
    }
    if let standard, self.options.contains(where: { $0.key == standard }) {
      self.question.defaultAnswer = .string(standard)
    }
    if !page.isEmpty { self.question.page = page }
  }

  /// The same screen with other values behind its options.
  public func mapValues<Other: Encodable & Sendable>(
    _ transform: (Value) -> Other
  ) -> ChoiceScreen<Other> {
    ChoiceScreen<Other>(of: question, options.map { $0.mapValue(transform) })
      .likeliest(likeliestKey)
  }

  /// The same screen, asking whether this option was meant if an answer is none of them, and near none.
  ///
  /// - Parameter key: the option's key; nil if none is likelier than the others.
  public func likeliest(_ key: String?) -> Self {
    var screen = self
    screen.likeliestKey = key
    return screen
  }

  fileprivate init(of question: Question, _ options: [Option<Value>]) {
    self.question = question
    self.options = options
  }

  /// A choice, with the options' labels and details in the environment's language.
  public func kind(in environment: FlowEnvironment) -> PromptKind {
    .choice(options.choices(in: environment))
  }

  /// What scripts compare: the kind `choice` and the keys, in order.
  public func outline(in environment: FlowEnvironment) -> PromptOutline {
    PromptOutline(kind: "choice", choices: options.map(\.key))
  }

  /// That there is no option; nil if there is one.
  public func fault(in environment: FlowEnvironment) -> ScreenFault? {
    options.isEmpty ? ScreenFault.noOptions(at: question.id) : nil
  }

  /// The label of the first option; nil if there is none.
  public func example(in environment: FlowEnvironment) -> String? {
    options.labels(in: environment).first?.text
  }

  /// The shortest text that means this option and no other: its label, or its number if another has
  /// the same label.
  public func typed(_ recorded: JSONValue, in environment: FlowEnvironment) -> String? {
    guard let index = options.firstIndex(where: { $0.key == recorded.string }) else { return nil }
    return ClearNames(OptionFinder(options, in: environment)).typed(index, shortly: false)
  }

  /// Reads a key, a label, a number or a part of a label that fits one option.
  ///
  /// What fits none is ``Refusal/Code/notAChoice``, with the nearest name, or else the likeliest; what fits several is
  /// ``Refusal/Code/ambiguous``, with all of them.
  public func read(
    _ answer: Answer, in environment: FlowEnvironment
  ) -> Result<Accepted<Value>, Refusal> {
    if case .json(.string(let key)) = answer,
      let option = options.first(where: { $0.key == key })
    {
      return .success(Accepted(option.value, recorded: .string(key)))
    }
    if options.isEmpty { return .failure(.make(.nothingToChoose)) }
    guard let text = answer.line else { return .failure(.wrongShape(.choice)) }
    let likeliest = likeliestKey.flatMap { key in options.firstIndex { $0.key == key } }
    return OptionFinder(options, in: environment).find(text, likeliest: likeliest).map {
      Accepted(options[$0].value, recorded: .string(options[$0].key))
    }
  }
}

/// Something that can be chosen.
public struct Option<Value: Sendable>: Sendable {
  /// The word for it in journals and scripts.
  public let key: String
  /// What choosing it results in.
  public let value: Value
  private let label: Text?
  private let detail: Text?
  /// Whether its key is made of its name, and its label is that name.
  let isNamed: Bool

  /// Makes an option.
  ///
  /// - Parameters:
  ///   - key: the word for it in journals and scripts; it outlives the label.
  ///   - value: what the flow gets.
  ///   - label: its name; if it is left out, the text `<step>.option.<key>` of the flow's
  ///     catalogue, or else the key.
  ///   - detail: more about it; if it is left out, the text `<step>.option.<key>.detail`, if there
  ///     is one.
  public init(_ key: String, _ value: Value, label: Text? = nil, detail: Text? = nil) {
    self.init(key, value, label, detail, isNamed: false)
  }

  init(_ key: String, _ value: Value, _ label: Text?, _ detail: Text?, isNamed: Bool) {
    self.key = key
    self.value = value
    self.label = label
    self.detail = detail
    self.isNamed = isNamed
  }

  fileprivate func mapValue<Other: Sendable>(_ transform: (Value) -> Other) -> Option<Other> {
    Option<Other>(key, transform(value), label, detail, isNamed: isNamed)
  }

  /// The same option with another key.
  func withKey(_ key: String) -> Option {
    Option(key, value, label, detail, isNamed: isNamed)
  }

  /// Its name in the environment's language.
  func label(in environment: FlowEnvironment) -> LocalizedText {
    (label ?? .placed(.option(key), else: key)).resolved(in: environment)
  }

  /// The option as a prompt has it, with its label as it is beside the others.
  func choice(_ label: LocalizedText, in environment: FlowEnvironment) -> Choice {
    let detail = detail ?? environment.place?.text(.optionDetail(key))
    return Choice(key: key, label: label, detail: detail?.resolved(in: environment))
  }
}

extension Option where Value: Encodable {
  /// That an option has the key of another before it and means something else, so that it cannot be chosen; nil
  /// if none does.
  ///
  /// The same option twice is not odd: it may be at the front, since it is suggested, and in its place.
  static func repetition(among options: [Option]) -> ScreenOddity? {
    var first: [String: Int] = [:]
    for index in options.indices where !options[index].isNamed {
      let key = options[index].key
      guard let offered = first[key] else {
        first[key] = index
        continue
      }
      guard options[index].isOther(than: options[offered]) else { continue }
      return ScreenOddity(
        code: .repeatedOption,
        message:
          "several options have the key “\(key)” and different values: only the first can be "
          + "chosen; give each a key of its own")
    }
    return nil
  }

  /// Whether it means something else than an option of the same key.
  private func isOther(than offered: Option) -> Bool {
    // What a value means to a program is its recorded form; one without any is not compared.
    guard let one = try? JSONValue(encoding: offered.value),
      let other = try? JSONValue(encoding: value)
    else { return false }
    // Of one that is recorded as nothing, such as a destination, only the name tells what it means.
    return one == .null && other == .null ? offered.label != label : one != other
  }
}

extension Option where Value: RawRepresentable<String> {
  /// Makes an option of a value whose key is its word.
  public init(_ value: Value, label: Text? = nil, detail: Text? = nil) {
    self.init(value.rawValue, value, label: label, detail: detail)
  }
}

extension Array {
  /// The options, those with keys made of names numbered, without those whose key an option before
  /// them has.
  func withDistinctKeys<Value>() -> Self where Element == Option<Value> {
    contains(where: \.isNamed) ? numbered().withoutRepeatedKeys() : withoutRepeatedKeys()
  }

  private func withoutRepeatedKeys<Value>() -> Self where Element == Option<Value> {
    // Most have a few; a set of them would cost more than it saves.
    if count <= 8 {
      let repeated = indices.filter { index in self[..<index].contains { $0.key == self[index].key }
      }
      return repeated.isEmpty ? self : indices.filter { !repeated.contains($0) }.map { self[$0] }
    }
    var keys: Set<String> = []
    return filter { keys.insert($0.key).inserted }
  }
}
