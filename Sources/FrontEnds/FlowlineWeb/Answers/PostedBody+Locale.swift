import Days
import Flowline
import FoundationEssentials
import Money

/// What was typed on a page in one language, read for a question in another: a page says in which locale what is
/// typed on it is meant.
extension PostedBody {
  /// The world in which what was typed is meant: that of its page, or the usual one if the page does not say.
  func environment(or usual: FlowEnvironment) -> FlowEnvironment {
    guard let name = self[FieldName.locale], name != usual.locale.identifier,
      let locale = Locale.known(name)
    else { return usual }
    return FlowEnvironment(locale: locale, timeZone: usual.timeZone, now: usual.now)
  }

  /// The same answers as they are typed in the world in which the question is asked now.
  ///
  /// A number, an amount or a day that was understood on its page is written anew, unless it is understood alike.
  /// What was not understood stays as it was typed; what is understood only now nobody has meant, and is among
  /// ``readOnlyHere``.
  ///
  /// - Parameters:
  ///   - prompt: the question.
  ///   - form: the page of a form as far as it is known; that of the prompt by itself.
  ///   - environment: the world in which it is asked.
  func written(
    for prompt: Prompt, _ form: FormPrompt? = nil, in environment: FlowEnvironment
  ) -> PostedBody {
    let typed = self.environment(or: environment)
    guard typed.locale != environment.locale else { return self }
    var body = self
    if let form = form ?? prompt.formPage {
      for field in form.fields {
        body.write(FieldName.field(field.id.rawValue), field.kind, from: typed, in: environment)
      }
    } else {
      body.write(FieldName.answer, prompt.kind, from: typed, in: environment)
    }
    body.fields.removeAll { $0.name == FieldName.locale }
    body.fields.append(Field(name: FieldName.locale, value: environment.locale.identifier))
    return body
  }

  private mutating func write(
    _ name: String, _ kind: PromptKind, from typed: FlowEnvironment, in environment: FlowEnvironment
  ) {
    guard let screen = kind.writer else { return }
    if case .date = kind {
      let day = DayFields(self, name)
      let value = day.usesParts ? screen.recorded(day.text, in: typed) : nil
      if let read = value?.string.flatMap({ Day($0) }) {
        set(FieldName.part(.day, of: name), "\(read.day)")
        set(FieldName.part(.month, of: name), "\(read.month)")
        set(FieldName.part(.year, of: name), "\(read.year)")
      }
    }
    // That the line is as it was shown stays so.
    let lines = [name, FieldName.shownDay(name)]
    for index in fields.indices where lines.contains(fields[index].name) {
      let meant = screen.recorded(fields[index].value, in: typed)
      let here = screen.recorded(fields[index].value, in: environment)
      guard meant != here else { continue }
      if let text = meant.flatMap({ screen.typed($0, in: environment) }) {
        fields[index] = Field(name: fields[index].name, value: text)
      } else if here != nil {
        readOnlyHere.insert(fields[index].name)
      }
    }
  }

  /// Puts another value in the fields of a name.
  private mutating func set(_ name: String, _ value: String) {
    fields = fields.map { $0.name == name ? Field(name: name, value: value) : $0 }
  }
}

extension PromptKind {
  /// The screen that reads what is typed, and writes it anew, whatever the limits are; nil if the language makes no
  /// difference to it.
  var writer: (any Screen)? {
    switch self {
    case .number: return NumberScreen("answer", "", in: Int.min...Int.max)
    case .decimal(let digits, _, _): return DecimalScreen("answer", "", fractionDigits: digits)
    case .amount(let code, _, _):
      guard let currency = Currency(code: code) else { return nil }
      return AmountScreen("answer", "", in: currency, minorUnits: Int64.min...Int64.max)
    case .date(_, _, let leaning): return DateScreen("answer", "", leaning: leaning)
    default: return nil
    }
  }
}

extension Refusal {
  /// What was typed has a meaning only in the language that the page has now: it counts once the person has seen
  /// which, and sends it again.
  ///
  /// - Parameters:
  ///   - text: what was typed; nil if it must not be shown.
  ///   - kind: what is asked.
  ///   - environment: the world in which it is asked now.
  static func otherLanguage(
    _ text: String?, _ kind: PromptKind, in environment: FlowEnvironment
  ) -> Refusal {
    guard let text, let screen = kind.writer, let value = screen.recorded(text, in: environment)
    else { return Refusal(.otherLanguage, WebWords.catalog("refusal.language.secret")) }
    let meaning = screen.echo(value, in: environment) ?? Text(verbatim: value.string ?? value.text)
    return Refusal(
      .otherLanguage, WebWords.catalog("refusal.language", .string(text), .text(meaning)))
  }
}

extension Refusal.Code {
  /// What was typed means something else, or nothing, in the language of the page it was typed on.
  static let otherLanguage: Self = "other-language"
}

extension AskedQuestion {
  /// Whether the language of the page makes a difference to what is typed on it; of a form fields may appear to which
  /// it does.
  var dependsOnLocale: Bool { form != nil || prompt.kind.writer != nil }
}
