/// The leaf flow: one question or one page.
///
/// Its result is the accepted answer.
///
/// A screen says what it accepts and reads answers; it does nothing else, so that one description
/// serves every front end. Flowline's own kinds are in `Screens`; your own screen needs three of these
/// members: ``question``, ``kind(in:)`` and ``read(_:in:)``. The others have defaults.
public protocol Screen<Output>: Flow {
  /// The words and the manner of asking.
  var question: Question { get set }

  /// What is taken if nothing is typed, in its recorded form; nil if there is no default.
  var defaultAnswer: JSONValue? { get }

  /// What is accepted, with limits and choices in the environment's language.
  func kind(in environment: FlowEnvironment) -> PromptKind

  /// Reads an answer, typed or recorded. It must take every recorded form it ever gave out.
  func read(
    _ answer: Answer, in environment: FlowEnvironment
  ) -> Result<Accepted<Output>, Refusal>

  /// The recorded form as a person would type it; nil if it is not a recorded form of this screen.
  func typed(_ recorded: JSONValue, in environment: FlowEnvironment) -> String?

  /// What was understood of a recorded form, in words that a person can check, such as an amount
  /// written out; nil if there is nothing to check.
  func echo(_ recorded: JSONValue, in environment: FlowEnvironment) -> Text?

  /// What is to be asked back about an answer that can be taken; nil for most.
  ///
  /// A rule comes from ``warning(_:_:)``.
  func warning(about value: Output, in environment: FlowEnvironment) -> Refusal?

  /// An answer that would be accepted, as a person would type it.
  func example(in environment: FlowEnvironment) -> String?

  /// The page above the question; empty for most screens.
  func page(in environment: FlowEnvironment) -> [PageSection]

  /// Kind and choices without their texts, which every question costs.
  func outline(in environment: FlowEnvironment) -> PromptOutline

  /// What makes it impossible to answer, whatever is typed or sent; nil if nothing does, as of a screen that
  /// does not say.
  ///
  /// It is thrown in place of asking if one could not go back from the question; see ``ScreenFault``. Every
  /// question asks for it, so that it should compare limits and make no texts.
  func fault(in environment: FlowEnvironment) -> ScreenFault?
}

/// An answer that a screen took.
public struct Accepted<Output> {
  /// The typed value.
  public let value: Output
  /// The same in its recorded form, as journals have it, whichever front end it came from.
  public let recorded: JSONValue

  /// Makes an accepted answer.
  public init(_ value: Output, recorded: JSONValue) {
    self.value = value
    self.recorded = recorded
  }
}

/// The words of a screen and how it behaves.
public struct Question: Sendable {
  // First, so that it leaves no gap: a flow that waits holds its screen in its frames.
  private var kept: KeptRemarks?
  /// The step's stable name.
  public let id: StepID
  /// The question, or the title of a page.
  public var text: Text
  /// The step's short name for showing the person's position; the id if it is nil.
  public var label: Text? {
    get { kept?.remarks.label }
    set { remark { $0.label = newValue } }
  }
  /// More about the question.
  public var help: Text? {
    get { kept?.remarks.help }
    set { remark { $0.help = newValue } }
  }
  /// Why it is asked.
  public var reason: Text? {
    get { kept?.remarks.reason }
    set { remark { $0.reason = newValue } }
  }
  /// What is shown above the question.
  public var page: [Section] {
    get { kept?.remarks.page ?? [] }
    set { if !newValue.isEmpty || kept != nil { remark { $0.page = newValue } } }
  }
  /// Whether the answer must not be shown, logged or kept.
  public var isSensitive: Bool {
    get { kept?.remarks.isSensitive ?? false }
    set { if newValue != isSensitive { remark { $0.isSensitive = newValue } } }
  }
  /// Whether a refused answer is kept out of journals, refusals, prompts and events: always if the question
  /// is sensitive, else see ``Screen/hidingRefused()``.
  public internal(set) var hidesRefused: Bool {
    get { isSensitive || (kept?.remarks.hidesRefused ?? false) }
    set { if newValue != hidesRefused { remark { $0.hidesRefused = newValue } } }
  }
  /// Whether going back passes over the step.
  public var isSkippedByBack: Bool {
    get { kept?.remarks.isSkippedByBack ?? false }
    set { if newValue != isSkippedByBack { remark { $0.isSkippedByBack = newValue } } }
  }

  /// Whether the answer only says where to go next, see ``Screen/asMenu()``.
  public var isMenu: Bool {
    get { kept?.remarks.isMenu ?? false }
    set { if newValue != isMenu { remark { $0.isMenu = newValue } } }
  }

  /// What it asks of the person who answers; nil if it is about something else.
  public var purpose: InputPurpose? {
    get { kept?.remarks.purpose }
    set { if newValue != nil || kept != nil { remark { $0.purpose = newValue } } }
  }

  /// What is taken if nothing is typed, in its recorded form; nil if there is no default.
  public var defaultAnswer: JSONValue? {
    get { kept?.remarks.defaultAnswer }
    set { if newValue != nil || kept != nil { remark { $0.defaultAnswer = newValue } } }
  }

  /// Whether it may be left out by an answer of nothing; see ``Screen/optional()``.
  public internal(set) var isOptional: Bool {
    get { kept?.remarks.isOptional ?? false }
    set { if newValue != isOptional { remark { $0.isOptional = newValue } } }
  }

  /// What is offered to be taken or emptied, in its recorded form: the default that the screen had before it
  /// became optional; nil if there was none, or the answer must not be shown.
  var offeredAnswer: JSONValue? {
    get { isSensitive ? nil : kept?.remarks.offeredAnswer }
    set { if newValue != nil || kept != nil { remark { $0.offeredAnswer = newValue } } }
  }

  /// Finds out what is odd about it, once it is asked; nil for nearly all, about which nothing can be.
  var oddity: OddityCheck? {
    get { kept?.remarks.oddity }
    set { if newValue != nil || kept != nil { remark { $0.oddity = newValue } } }
  }

  /// Where its texts are found, if that is not under the step's id in the flow's catalogue.
  var placing: Placing? {
    get { kept?.remarks.placing }
    set { remark { $0.placing = newValue } }
  }

  /// What most questions do without, kept apart so that a question is small and cheap to copy.
  private struct Remarks {
    var label: Text?
    var help: Text?
    var reason: Text?
    var page: [Section] = []
    var defaultAnswer: JSONValue?
    var offeredAnswer: JSONValue?
    var isSensitive = false
    var hidesRefused = false
    var isSkippedByBack = false
    var isMenu = false
    var isOptional = false
    var purpose: InputPurpose?
    var oddity: OddityCheck?
    @Boxed var placing: Placing?
  }

  private final class KeptRemarks: Sendable {
    let remarks: Remarks

    init(_ remarks: Remarks) { self.remarks = remarks }
  }

  private mutating func remark(_ change: (inout Remarks) -> Void) {
    var remarks = kept?.remarks ?? Remarks()
    change(&remarks)
    kept = KeptRemarks(remarks)
  }
}

extension Question {
  /// Makes a question.
  ///
  /// - Parameters:
  ///   - id: the step's stable name.
  ///   - text: what is asked; if it is left out, the text `<step>.question` of the flow's
  ///     catalogue.
  public init(_ id: StepID, _ text: Text? = nil) {
    self.init(kept: nil, id: id, text: text ?? .placed(.question, else: id.rawValue))
  }
}

extension Screen {
  /// The question's id.
  public var id: FlowID { question.id }

  /// The catalogue that ``texts(in:)`` gave it.
  public var catalog: TextCatalog? { question.placing?.catalog }

  /// The question's short name.
  public var title: Text {
    question.label ?? .placed(.label, else: question.id.rawValue)
  }

  /// The question's default.
  public var defaultAnswer: JSONValue? { question.defaultAnswer }

  /// Strings as they are and numbers in digits.
  public func typed(_ recorded: JSONValue, in environment: FlowEnvironment) -> String? {
    switch recorded {
    case .string(let string): string
    case .integer(let integer): String(integer)
    default: nil
    }
  }

  /// Nothing to check.
  public func echo(_ recorded: JSONValue, in environment: FlowEnvironment) -> Text? { nil }

  /// Nothing to ask back.
  public func warning(about value: Output, in environment: FlowEnvironment) -> Refusal? { nil }

  /// No example.
  public func example(in environment: FlowEnvironment) -> String? { nil }

  /// The question's page.
  public func page(in environment: FlowEnvironment) -> [PageSection] {
    question.page.map { $0.resolved(in: environment) }
  }

  /// Made from the kind.
  public func outline(in environment: FlowEnvironment) -> PromptOutline {
    let kind = kind(in: environment)
    return PromptOutline(
      kind: kind.name, choices: kind.choices.isEmpty ? nil : kind.choices.map(\.key))
  }

  /// None: a screen of your own may read more than its kind says.
  public func fault(in environment: FlowEnvironment) -> ScreenFault? { nil }

  /// Asks, and returns the accepted answer; throws ``FlowCancelled`` if the flow is left.
  @inline(__always)
  public nonisolated(nonsending) func run(_ context: FlowContext) async throws -> Output {
    try await context.ask(self)
  }
}

extension Screen {
  /// The same screen with more to say about its question.
  public func help(_ help: Text) -> Self { changed { $0.help = help } }

  /// The same screen with the reason it is asked for.
  public func reason(_ reason: Text) -> Self { changed { $0.reason = reason } }

  /// The same screen with a short name for showing the person's position.
  public func label(_ label: Text) -> Self { changed { $0.label = label } }

  /// The same screen with a page above its question.
  public func page(_ page: [Section]) -> Self { changed { $0.page = page } }

  /// The same screen with a page above its question.
  public func page(@PageBuilder _ page: () -> [Section]) -> Self { self.page(page()) }

  /// The same screen with the gaps of its texts filled by name: those of its question, label, help,
  /// reason, rows and options that bring nothing of their own.
  public func with(_ gaps: TextGaps) -> Self {
    changed { $0.placing = $0.placing.changed { $0.gaps = gaps.arguments } }
  }

  /// The same screen with the texts of another step.
  ///
  /// - Parameter key: what their keys begin with.
  /// - Returns: the screen, with its own id.
  public func texts(_ key: String) -> Self {
    changed { $0.placing = $0.placing.changed { $0.key = key } }
  }

  /// The same screen with texts of this catalogue; what it lacks is looked up in the flow's.
  public func texts(in catalog: TextCatalog) -> Self {
    changed { $0.placing = $0.placing.changed { $0.catalog = catalog } }
  }

  /// The same screen, passed over by going back.
  public func skippedByBack() -> Self { changed { $0.isSkippedByBack = true } }

  /// The same screen, its refused answers kept out of journals, refusals, prompts and events: somebody may
  /// type a secret here that the next question asks for.
  ///
  /// A refusal is passed on as ``Refusal/redacted``. Who typed the answer may still have the line before them,
  /// to correct it. An answer that is taken is kept as any other.
  public func hidingRefused() -> Self { changed { $0.hidesRefused = true } }

  /// The same screen as a menu: its answer only says where to go next, and is not told again among what
  /// was answered.
  public func asMenu() -> Self { changed { $0.isMenu = true } }

  private func changed(_ change: (inout Question) -> Void) -> Self {
    var screen = self
    change(&screen.question)
    return screen
  }

  /// The same screen, refusing also what a rule of your own finds wrong.
  ///
  /// - Parameter refusal: makes the refusal of an answer; nil if the answer is right.
  /// - Returns: the screen; its own rules come first.
  public func refusing(
    _ refusal: @escaping @Sendable (Output) -> Refusal?
  ) -> some Screen<Output> {
    RefusingScreen(base: self, refusal: refusal)
  }

  /// The same screen, refusing also the answers for which a condition holds.
  public func refusing(
    _ code: Refusal.Code, _ message: Text? = nil,
    when condition: @escaping @Sendable (Output) -> Bool
  ) -> some Screen<Output> {
    refusing { condition($0) ? Refusal(code, message) : nil }
  }
}

extension Question.Placing? {
  fileprivate func changed(_ change: (inout Question.Placing) -> Void) -> Self {
    var placing = self ?? Question.Placing()
    change(&placing)
    return placing
  }
}

private struct RefusingScreen<Base: Screen>: ScreenWrapper {
  typealias Output = Base.Output

  var base: Base
  let refusal: @Sendable (Base.Output) -> Refusal?

  /// The default of the screen inside; nil if the rule refuses it, so that Enter never leads to a refusal.
  var defaultAnswer: JSONValue? {
    // A recorded form reads the same in every world, so that any will do.
    guard let standard = base.defaultAnswer,
      case .success(let accepted) = base.read(.json(standard), in: Journal.Head.nobody.environment),
      refusal(accepted.value) != nil
    else { return base.defaultAnswer }
    return nil
  }

  func read(
    _ answer: Answer, in environment: FlowEnvironment
  ) -> Result<Accepted<Base.Output>, Refusal> {
    base.read(answer, in: environment).flatMap { accepted in
      refusal(accepted.value).map { .failure($0) } ?? .success(accepted)
    }
  }

  /// It takes no more than the screen inside.
  func fault(in environment: FlowEnvironment) -> ScreenFault? { base.fault(in: environment) }
}
