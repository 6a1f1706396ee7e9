import FoundationEssentials
import FoundationInternationalization

/// Asks for a day, typed as `2026-11-20` or in the locale's order.
public struct DateScreen: Screen {
  public typealias Output = Day

  public var question: Question
  private let first: Day?
  private let last: Day?
  private let standard: Day?

  /// Makes a screen.
  ///
  /// - Parameters:
  ///   - first: the first day allowed.
  ///   - last: the last day allowed.
  ///   - standard: what is taken where nothing is typed.
  public init(
    _ id: StepID, _ question: Text, from first: Day? = nil, to last: Day? = nil,
    default standard: Day? = nil
  ) {
    self.question = Question(id, question)
    self.first = first
    self.last = last
    self.standard = standard
  }

  public var defaultAnswer: JSONValue? { standard.map { .string($0.description) } }

  public func kind(in environment: FlowEnvironment) -> PromptKind {
    .date(first: first?.description, last: last?.description)
  }

  public func outline(in environment: FlowEnvironment) -> PromptOutline { .date }

  public func example(in environment: FlowEnvironment) -> String? {
    (first ?? last ?? Day(environment.now, in: environment)).description
  }

  public func read(
    _ answer: Answer, in environment: FlowEnvironment
  ) -> Result<Accepted<Day>, Refusal> {
    guard let text = answer.line else { return .failure(.wrongShape("date")) }
    if text.isEmpty { return .failure(.make(.empty)) }
    guard let day = Day(typed: text, in: environment) else {
      return .failure(.notADate(example: example(in: environment) ?? "2026-11-20"))
    }
    if let first, day < first { return .failure(.tooEarly(first)) }
    if let last, day > last { return .failure(.tooLate(last)) }
    return .success(Accepted(day, recorded: .string(day.description)))
  }
}
