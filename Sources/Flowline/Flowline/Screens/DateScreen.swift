public import Days

/// Asks for a day, typed in the locale's order, as `2026-11-20`, or in words.
///
/// In English and Russian, whatever the language, `27 Nov`, `tomorrow`, `in 3 days`, `+2w`, `next
/// week` and `в пятницу` are understood; the names of months and weekdays in the locale's language
/// as well, and every day as it is shown. A number such as `4/5` that the locale's own dates have in
/// both orders is refused, and the refusal names both days. A day without its year is the next such day, today
/// included, or the last one if the screen takes none so late; a weekday is the next one after
/// today. If days lie in the past, see ``init(_:_:from:to:leaning:default:)``, either is the last such
/// day, today included, and so is a number alone such as `27`. Years have four digits.
public struct DateScreen: Screen {
  /// A day without a time or a zone.
  public typealias Output = Day

  /// The words of the question; the default is recorded as `"2026-11-20"`.
  public var question: Question
  private let first: Day?
  private let last: Day?
  private let leaning: DayLeaning

  /// Makes a screen.
  ///
  /// - Parameters:
  ///   - id: the step's stable name.
  ///   - question: what is asked; nil for the text `<id>.question` of the flow's catalogue.
  ///   - first: the first day allowed; nil if there is none.
  ///   - last: the last day allowed; nil if there is none.
  ///   - leaning: what is meant by a day without its year, and by a weekday: one ahead, or one of the
  ///     past. Days on the other side are taken if they are typed in full.
  ///   - standard: what Enter takes; ignored if it is before the first day or after the last.
  public init(
    _ id: StepID, _ question: Text? = nil, from first: Day? = nil, to last: Day? = nil,
    leaning: DayLeaning = .future, default standard: Day? = nil
  ) {
    self.question = Question(id, question)
    self.first = first
    self.last = last
    self.leaning = leaning
    if let standard, first.map({ standard >= $0 }) ?? true, last.map({ standard <= $0 }) ?? true {
      self.question.defaultAnswer = .string(standard.description)
    }
  }

  /// A day, with the first and the last allowed, and the way in which days lie.
  public func kind(in environment: FlowEnvironment) -> PromptKind {
    .date(first: first?.description, last: last?.description, leaning: leaning)
  }

  /// What scripts compare: the kind `date`.
  public func outline(in environment: FlowEnvironment) -> PromptOutline { .date }

  /// That the last day allowed comes before the first; nil if it does not.
  public func fault(in environment: FlowEnvironment) -> ScreenFault? {
    guard let first, let last else { return nil }
    return ScreenFault.range(first, last, at: question.id, \.description)
  }

  /// The first day allowed, else the last, else the day on which the session was started, as
  /// `2026-11-20`.
  ///
  /// If days lie in the past, it is the day on which the session was started, or the last allowed if that is
  /// earlier; the first allowed if that is still to come.
  public func example(in environment: FlowEnvironment) -> String? {
    let today = Day(environment.now, in: environment)
    let latestPast = min(last ?? today, today)
    let example =
      switch leaning {
      case .future: first ?? last ?? today
      case .past: max(first ?? latestPast, latestPast)
      }
    return example.description
  }

  /// The day with its weekday and how far away it is.
  public func echo(_ recorded: JSONValue, in environment: FlowEnvironment) -> Text? {
    recorded.string.flatMap { Day($0) }.map { $0.echo(in: environment) }
  }

  /// Reads a day as `2026-11-20`, in the locale's order or in words; words count from the session's
  /// start.
  ///
  /// What is no day is refused with the part at fault, and so is a day before the first or after
  /// the last.
  public func read(
    _ answer: Answer, in environment: FlowEnvironment
  ) -> Result<Accepted<Day>, Refusal> {
    guard let text = answer.line else { return .failure(.wrongShape(.date)) }
    return day(text, in: environment).flatMap { day in
      if let first, day < first { return .failure(.tooEarly(first)) }
      if let last, day > last { return .failure(.tooLate(last)) }
      return .success(Accepted(day, recorded: .string(day.description)))
    }
  }

  private func day(_ text: String, in environment: FlowEnvironment) -> Result<Day, Refusal> {
    // A journal's days are read without asking the calendar what day it is.
    if let day = Day(text) { return .success(day) }
    let example = example(in: environment) ?? "2026-11-20"
    let reader = DayReader(
      today: Day(environment.now, in: environment), last: last, leaning: leaning,
      calendar: environment.calendar, locale: environment.locale)
    return reader.read(text).mapError {
      .date($0, example: example, leaning: leaning, in: environment)
    }
  }
}
