public import Days

/// What a screen wants, as plain data that any front end can draw.
///
/// All texts are in the session's language. The kind says what is accepted, so that help,
/// completion, a web form and a test generator can all be made from it.
public struct Prompt: Sendable, Hashable, Codable {
  /// The ids from the root flow down to this step.
  public let path: StepPath
  /// Short names of the path's parts, for showing the person's position.
  public let trail: [LocalizedText]
  /// Which presentation this is: counts up through the session, so that an answer to an older
  /// prompt is told from one to this.
  public let presentation: Int
  /// What is accepted.
  public let kind: PromptKind
  /// The question, or the title of a page.
  public let question: LocalizedText
  /// The page above the question; empty for most screens.
  public let page: [PageSection]
  /// What is taken if nothing is typed, as it would be typed.
  public let defaultText: String?
  /// What is taken if nothing is typed, in the recorded form; nil for a sensitive step.
  public let defaultAnswer: JSONValue?
  /// What was answered here before going back, or what an optional question offers, as it would be typed.
  ///
  /// See ``Screen/optional()``.
  public let draft: String?
  /// The file that was answered with here before going back, whose ``draft`` is only its name; nil for other
  /// kinds.
  ///
  /// ``Answer/file(_:)`` answers with it again.
  public internal(set) var draftFile: KeptFile?
  /// More about the question.
  public let help: LocalizedText?
  /// Why the question is asked.
  public let reason: LocalizedText?
  /// One sentence that says what is accepted.
  public let accepts: LocalizedText
  /// An answer that would be accepted, as it would be typed.
  public let example: String?
  /// Whether the answer must not be shown, logged or kept.
  public let isSensitive: Bool
  /// Whether the question may be left without an answer: its recorded form is null then.
  public let isOptional: Bool
  /// Whether the answer only says where to go next, so that it need not be told again among what was
  /// answered.
  public let isMenu: Bool
  /// Why one cannot go back from here; nil if one can.
  public let backRefusal: Refusal.Code?
  /// The page whose field this is, for front ends that show all of a form at once.
  public internal(set) var form: FormPrompt?
  /// What had been given for this step beforehand and was refused, so that it is asked.
  public let refused: RefusedAnswer?
  /// The question's number among those of the session, and how many there are.
  public let progress: StepProgress?
  /// What is held, if the prompt asks what to do about something that went wrong around the flow;
  /// nil for a question of the flow's own.
  public let hold: PromptHold?
  /// The place of its own that it is shown in, the innermost if there are several; nil for a flow
  /// that is shown in place.
  ///
  /// See ``Flow/presented(_:)``.
  public internal(set) var place: FlowPlace?
  /// What it asks of the person who answers, for front ends that can have it filled in; nil if it is about
  /// something else.
  public internal(set) var purpose: InputPurpose?
  /// What a yes and a no do, for the buttons of a ``PromptKind/confirm``: the texts `<step>.option.yes` and
  /// `<step>.option.no`; nil if the catalogue does not have both.
  public internal(set) var decision: DecisionWords?

  /// The id of the step that is asked.
  public var id: StepID { path.ids.last ?? "" }

  /// The same question by itself, if it is a field of a form.
  package var withoutForm: Prompt {
    var prompt = self
    prompt.form = nil
    return prompt
  }

  /// A stable name of what is asked, the same in every front end, language and journal, for tools
  /// that test a user interface or read it to people: `round-up/confirm`.
  public var accessibilityID: String { path.description }

  /// The stable name of one of the choices: `round-up/goal/trip`.
  public func accessibilityID(of choice: Choice) -> String {
    "\(accessibilityID)/\(choice.key)"
  }

  /// The stable name of a row of the page, by its id or else by its label's key:
  /// `round-up/confirm/confirm.amount`; nil for a row that has neither.
  public func accessibilityID(of row: PageRow) -> String? {
    (row.id ?? row.label.key).map { "\(accessibilityID)/\($0)" }
  }
}

/// Something that went wrong around a flow, and that a person is asked what to do about.
///
/// Its prompt is a choice: `again`, `later` (the session is unloaded and can be resumed), `cancel` (the
/// flow is left; nothing was done outside), `give-up` (the session fails; what is unknown stays so).
public struct PromptHold: Sendable, Hashable, Codable {
  /// Why the store could not keep what was answered; nil if it is an effect that is held.
  public let storeFailure: StoreFailure?
  /// Whether it is a write.
  public let isCommit: Bool
  /// Whether the write may have been carried out.
  public let mayHaveBeenDone: Bool
  /// Whether it is known to have been carried out, and only what came of it could not be recorded.
  public let wasDone: Bool
  /// The description of what was thrown: for those who look after the program.
  public let message: String
  /// What it says to people, in the language of the session; nil if it says nothing of its own, see
  /// ``LocalizableError``.
  public let text: String?

  /// Whether it is the store that could not keep what was answered.
  public var isStore: Bool { storeFailure != nil }

  private enum CodingKeys: CodingKey {
    case storeFailure, isCommit, mayHaveBeenDone, wasDone, message, text
  }
}

extension PromptHold {
  /// Reads it; an older version of the program does not say whether a write is known to have been done.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    storeFailure = try members.decodeIfPresent(StoreFailure.self, forKey: .storeFailure)
    isCommit = try members.decode(Bool.self, forKey: .isCommit)
    mayHaveBeenDone = try members.decode(Bool.self, forKey: .mayHaveBeenDone)
    wasDone = try members.decodeIfPresent(Bool.self, forKey: .wasDone) ?? false
    message = try members.decode(String.self, forKey: .message)
    text = try members.decodeIfPresent(String.self, forKey: .text)
  }
}

/// An answer that its question refused.
public struct RefusedAnswer: Sendable, Hashable, Codable {
  /// The answer as it was given; nil for a sensitive step, for an answer that a link may not give, and for
  /// the page of a form, whose answers are its fields' ``FormPrompt/Field/text``.
  public let answer: String?
  /// The characters of the answer that are at fault, counted from 0; nil if none can be named.
  public let range: Range<Int>?
  /// What is wrong, for programs.
  public let code: Refusal.Code
  /// What is wrong and what to do instead, for people.
  public let message: LocalizedText
  /// Whether it is taken when it is sent again acknowledged.
  public let isWarning: Bool

  init(
    _ answer: Answer?, _ refusal: Refusal, isSensitive: Bool, in environment: FlowEnvironment
  ) {
    self.answer = isSensitive ? nil : answer?.shownText
    range = isSensitive ? nil : refusal.range
    code = refusal.code
    let told = isSensitive ? refusal.redacted : refusal
    message = told.message.resolved(in: environment)
    isWarning = refusal.isWarning
  }
}

/// What a prompt accepts: its kind with its limits and choices.
public enum PromptKind: Sendable, Hashable {
  /// A line of text of so many characters.
  case text(length: ClosedRange<Int>)
  /// A text of one or more lines, of so many characters.
  case longText(length: ClosedRange<Int>)
  /// A whole number.
  case number(ClosedRange<Int>)
  /// A number with at most so many decimals; its limits are exact, in digits with a dot, and nil if
  /// open.
  case decimal(fractionDigits: Int, least: String?, most: String?)
  /// An amount of one currency, in its minor units.
  case amount(currency: String, exponent: Int, minorUnits: ClosedRange<Int64>)
  /// One of these.
  case choice([Choice])
  /// So many of these.
  case choices([Choice], count: ClosedRange<Int>)
  /// A yes or a no.
  case confirm
  /// A day, from the first to the last allowed, each as `2026-11-20`; nil if open.
  ///
  /// The leaning is the way in which days lie that are typed without their year or as a weekday.
  case date(first: String?, last: String?, leaning: DayLeaning = .future)
  /// A text of so many characters that is not shown while it is typed, and never kept; if it is
  /// repeated it is asked for twice at a keyboard.
  case secret(length: ClosedRange<Int>, isRepeated: Bool)
  /// The path of a file or a folder, which need not exist.
  case path
  /// A file of one of these types, or of any if there are none, with so many bytes; see ``FileScreen``.
  case file(types: [FileType], size: ClosedRange<Int>)
  /// A page that is read and continued from.
  case review
  /// A line of text that a screen of your own reads in its own way.
  indirect case custom(CustomKind)

  /// The word for the kind in scripts.
  public var name: String {
    switch self {
    case .text: "text"
    case .longText: "long-text"
    case .number: "number"
    case .decimal: "decimal"
    case .amount: "amount"
    case .choice: "choice"
    case .choices: "choices"
    case .confirm: "confirm"
    case .date: "date"
    case .secret: "secret"
    case .path: "path"
    case .file: "file"
    case .review: "review"
    case .custom(let kind): kind.name
    }
  }

  /// What can be chosen; empty for other kinds.
  public var choices: [Choice] {
    switch self {
    case .choice(let choices), .choices(let choices, _): choices
    default: []
    }
  }
}

/// One thing that can be chosen.
public struct Choice: Sendable, Hashable, Codable {
  /// The word for it in journals, scripts and forms.
  public let key: String
  /// What people see and choose it by.
  public let label: LocalizedText
  /// More about it, such as a balance.
  public let detail: LocalizedText?

  /// Makes a choice.
  public init(key: String, label: LocalizedText, detail: LocalizedText? = nil) {
    self.key = key
    self.label = label
    self.detail = detail
  }
}

/// A part of a page: an optional heading over rows.
public struct PageSection: Sendable, Hashable, Codable {
  /// The heading; nil for rows without one.
  public let heading: LocalizedText?
  /// The rows, in order.
  public let rows: [PageRow]

  /// Makes a section.
  public init(heading: LocalizedText?, rows: [PageRow]) {
    self.heading = heading
    self.rows = rows
  }
}

/// A row of a page: a label with a value, a remark, or how far something has come.
public struct PageRow: Sendable, Hashable, Codable {
  /// What a row is a sign of, for which a front end has a mark besides its colour.
  public enum Mark: String, Sendable, Hashable, Codable, CaseIterable {
    /// Something was not done: an order that was refused, a bank that did not answer.
    case failure
    /// There is less of something than is needed, such as money in an account.
    case shortage
  }

  /// What the row is about.
  public let label: LocalizedText
  /// Its value, such as an amount.
  public let value: LocalizedText?
  /// How far it has come, from 0 to 100; nil if the row shows no progress.
  public let percentage: Int?
  /// What the row is a sign of; nil for a row that only informs.
  public let mark: Mark?
  /// The row's stable name on its page, the same in every language; nil if it has none.
  public let id: String?
  /// The address outside the program that the row leads to; nil if it leads nowhere.
  ///
  /// The row shows it: as its value, or as its label if it has no other.
  public let address: String?
  /// The file that the row shows, whose contents are kept beside the session; nil if it shows none.
  ///
  /// A person can have the contents: see ``FlowController/contents(ofShown:)``.
  public let file: KeptFile?
  /// The step whose answer the row shows, if it was asked; nil if the row shows none.
  ///
  /// ``LegalInputs/changeable(shownBy:)`` finds the answer.
  public let step: StepID?

  /// Makes a row.
  public init(
    label: LocalizedText, value: LocalizedText?, percentage: Int? = nil, mark: Mark? = nil,
    id: String? = nil, address: String? = nil, file: KeptFile? = nil, step: StepID? = nil
  ) {
    self.label = label
    self.value = value
    self.percentage = percentage
    self.mark = mark
    self.id = id
    self.address = address
    self.file = file
    self.step = step
  }
}
