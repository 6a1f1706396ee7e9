/// Several questions that are shown and answered as one page, with one typed result.
///
/// The rule is asked again with every answer. It asks for its fields in order, by ordinary Swift:
/// a field that another answer makes needless is simply not asked for, and what fields must be
/// together is refused in the same place.
///
///     let form = Form("payee", "Whom do you pay?") { page -> Payee? in
///       let name = page.ask(TextScreen("name", "Name"))
///       let country = page.ask(ChoiceScreen("country", "Country", options: countries))
///       let iban = country?.usesIBAN == true ? page.ask(TextScreen("iban", "IBAN")) : nil
///       guard let name, let country else { return nil }
///       return Payee(name: name, country: country, iban: iban)
///     }
///
/// A web page draws all of ``Prompt/form`` and sends the answers with
/// ``FlowController/fill(_:to:acknowledging:)``; what is wrong with any of them is refused at once,
/// field by field. A terminal need not know about it: it asks one field after another. The journal
/// is the same either way, a line for each answer, and the same as that of a flow that asks the
/// fields in turn.
public struct Form<Output: Encodable & Sendable>: Flow {
  /// The form's stable name, which is in the path of each of its fields.
  public let id: FlowID
  /// The page's title; the text `<id>.title` of the flow's catalogue if it was left out.
  public let title: Text
  /// Counts up when the form asks something else than before; see ``Flow/version``.
  public var version = 1
  /// How journals of older versions are read; see ``Flow/migrations``.
  public var migrations: [Migration] = []
  /// How many fields are asked; nil if that was not said.
  ///
  /// See ``Flow/steps``.
  public var steps: ClosedRange<Int>?
  private let rule: @Sendable (inout FormPage) -> Output?
  /// What is found out about the result before the form is taken; see ``checking(_:)``.
  var check: (@Sendable (Output) async throws -> Refusal?)?

  /// Makes a form.
  ///
  /// - Parameters:
  ///   - id: the form's stable name.
  ///   - title: the page's title; if it is left out, the text `<id>.title` of the flow's catalogue.
  ///   - rule: asks the page for its fields and makes the result of them; nil as long as one is
  ///     missing. It must depend on its page alone.
  public init(
    _ id: FlowID, _ title: Text? = nil, _ rule: @escaping @Sendable (inout FormPage) -> Output?
  ) {
    self.id = id
    self.title = title ?? .placed(.title, else: id.rawValue)
    self.rule = rule
  }

  /// Asks the fields in turn, or takes them from a page.
  ///
  /// - Throws: ``FormFault`` if the rule asks for nothing more and has no result; ``ScreenFault`` if the first
  ///   field cannot be answered and one could not go back.
  public nonisolated(nonsending) func run(_ context: FlowContext) async throws -> Output {
    var answers: [StepID: Answer] = [:]
    while true {
      var page = FormPage(answers, in: context.environment)
      let output = rule(&page)
      if let twice = page.fieldAskedTwice { throw FormFault.askedTwice(form: id, field: twice) }
      guard let next = page.next else {
        guard let output else {
          throw page.fields.isEmpty ? FormFault.noFields(form: id) : .noResult(form: id)
        }
        return output
      }
      let field = next.field(of: FormRule(id: id, title: title, evaluate: evaluate), answers)
      answers[next.id] = .json(try await context.run(field))
    }
  }

  private func evaluate(_ page: inout FormPage) {
    guard let output = rule(&page), let check else { return }
    let place = page.environment.place(ofForm: id)
    page.checkOfWhole = { try await check(output)?.bound(to: place) }
  }
}

/// The fields of a form and what was answered so far, as its rule sees them.
public struct FormPage {
  private let answers: [StepID: Answer]
  /// The locale, time zone and start of the session.
  public let environment: FlowEnvironment
  private(set) var fields: [any Screen] = []
  private(set) var refusals: [StepID: Refusal] = [:]
  /// The recorded forms of the answers that their fields take.
  private(set) var recorded: [StepID: JSONValue] = [:]
  /// What is to be asked back about the answers, where that is wanted.
  private(set) var warnings: [StepID: Refusal] = [:]
  private(set) var fieldAskedTwice: StepID?
  /// What is to be found out about the answers of fields.
  var checks: [StepID: Check] = [:]
  /// What is to be found out about the form's result; nil if nothing is, or there is no result yet.
  var checkOfWhole: Check?
  /// Whether the page was sent as a whole: what it leaves out is answered with nothing.
  private let isWhole: Bool
  private let isWarning: Bool

  init(
    _ answers: [StepID: Answer], in environment: FlowEnvironment, isWhole: Bool = false,
    warning isWarning: Bool = false
  ) {
    self.answers = answers
    self.environment = environment
    self.isWhole = isWhole
    self.isWarning = isWarning
  }

  /// Puts a field on the page and returns its answer; nil if there is none yet, or one that the
  /// field refuses.
  ///
  /// A field that a sent page leaves out is answered as if Enter had been pressed: with its default, or
  /// with what is offered if it is optional. The answer of a
  /// sensitive field is a ``Secret``.
  public mutating func ask<Asked: Screen>(_ screen: Asked) -> Asked.Output? {
    if fields.contains(where: { $0.id == screen.id }) { fieldAskedTwice = screen.id }
    fields.append(screen)
    guard let answer = answers[screen.id] ?? answerOfLeftOut(screen) else { return nil }
    let hidesRefused = screen.question.hidesRefused
    let environment = environment.beside(screen)
    switch screen.read(screen.effective(answer), in: environment) {
    case .success(let accepted):
      recorded[screen.id] = accepted.recorded
      if isWarning {
        let warning = screen.warning(about: accepted.value, in: environment)?
          .bound(to: environment.place)
        warnings[screen.id] = hidesRefused ? warning?.redacted : warning
      }
      return accepted.value
    case .failure(let refusal):
      let bound = refusal.bound(to: environment.place)
      refusals[screen.id] = hidesRefused ? bound.redacted : bound
      return nil
    }
  }

  /// What Enter answers, if the page is whole and the field takes that; nil if not.
  private func answerOfLeftOut(_ screen: some Screen) -> Answer? {
    isWhole && screen.takesNothing(in: environment) ? screen.answerIfLeftOut : nil
  }

  /// Refuses a field for what it is together with others.
  ///
  /// The first refusal of a field counts.
  ///
  /// On a page with a sensitive field it is ``Refusal/redacted``: it may quote that field.
  public mutating func refuse(_ field: StepID, _ refusal: Refusal) {
    let place = fields.first { $0.id == field }.flatMap { environment.beside($0).place }
    let refusal = refusal.bound(to: place)
    let maySayMuch = !fields.contains { $0.question.isSensitive }
    if refusals[field] == nil { refusals[field] = maySayMuch ? refusal : refusal.redacted }
  }

  /// The first field that has no answer.
  var next: (any Screen)? { fields.first { answers[$0.id] == nil } }

  /// The refusals of the fields, and of those that were left out and take no empty answer.
  var refusalsOfAll: [StepID: Refusal] {
    var all = refusals
    for field in fields
    where answers[field.id] == nil && !field.takesNothing(in: environment) {
      all[field.id] = .make(.empty)
    }
    return all
  }
}

extension Screen {
  /// The answer of a page that leaves the field out: what is offered, else nothing.
  var answerIfLeftOut: Answer { question.offeredAnswer.map { .json($0) } ?? .text("") }
}

/// A form's rule is wrong.
public enum FormFault: Error, Hashable, CustomStringConvertible {
  /// All that it asks for is answered, and it has no result.
  case noResult(form: FlowID)
  /// It asks for nothing at all, and has no result.
  case noFields(form: FlowID)
  /// It asks for two fields of one id.
  case askedTwice(form: FlowID, field: StepID)

  /// One sentence.
  public var description: String {
    switch self {
    case .noResult(let form):
      "the rule of \(form) has all its answers and gives no result: return one once nothing is missing"
    case .noFields(let form):
      "the rule of \(form) asks for nothing and gives no result: ask the page for a field, or return one"
    case .askedTwice(let form, let field):
      "the rule of \(form) asks for \(field) twice: give each field an id of its own"
    }
  }
}

/// A form's rule without its result.
struct FormRule: Sendable {
  let id: FlowID
  let title: Text
  let evaluate: @Sendable (inout FormPage) -> Void

  /// The page's title in the environment's language.
  func title(in environment: FlowEnvironment) -> LocalizedText {
    title.resolved(in: environment.at(environment.place(ofForm: id)))
  }

  /// The page with the answers there are so far.
  func page(_ answers: [StepID: Answer], in environment: FlowEnvironment) -> FormPage {
    var page = FormPage(answers, in: environment)
    evaluate(&page)
    return page
  }

  /// The page with the answers there are so far; a field without one is answered with what it offers.
  ///
  /// - Parameters:
  ///   - answers: the answers there are.
  ///   - environment: the locale that they are read by.
  ///   - draft: what was answered to a field before going back.
  func offeredPage(
    _ answers: [StepID: Answer], in environment: FlowEnvironment, draft: (StepID) -> JSONValue?
  ) -> FormPage {
    var answers = answers
    while true {
      var page = FormPage(answers, in: environment, isWhole: true)
      evaluate(&page)
      // A draft is an answer as well; which fields there are to have one is known from the page.
      let drafts = page.fields.compactMap { field -> (StepID, Answer)? in
        guard answers[field.id] == nil, !field.question.isSensitive else { return nil }
        return draft(field.id).map { (field.id, .json($0)) }
      }
      guard let (id, answer) = drafts.first else { return page }
      answers[id] = answer
    }
  }

  /// The page as it was sent, as a whole.
  ///
  /// - Parameters:
  ///   - answers: an answer for each field.
  ///   - environment: the locale that the answers are read by.
  ///   - isWarning: whether to find out what is to be asked back about the answers.
  /// - Returns: the page with its result, or with what is wrong.
  func page(
    _ answers: [StepID: Answer], in environment: FlowEnvironment, warning isWarning: Bool
  ) -> FormPage {
    var page = FormPage(answers, in: environment, isWhole: true, warning: isWarning)
    evaluate(&page)
    return page
  }
}
