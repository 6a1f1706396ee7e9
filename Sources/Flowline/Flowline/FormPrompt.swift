/// A form as a page: all its fields, for front ends that show them at once.
public struct FormPrompt: Sendable, Hashable, Codable {
  /// The form's id.
  public let id: FlowID
  /// The page's title.
  public let title: LocalizedText
  /// The fields that are on the page with the answers there are, in order.
  public internal(set) var fields: [Field]

  /// One field of a form.
  public struct Field: Sendable, Hashable, Codable {
    /// The field's id.
    public let id: StepID
    /// What is accepted.
    public let kind: PromptKind
    /// The question.
    public let question: LocalizedText
    /// What is shown above the question; empty for most screens.
    public let page: [PageSection]
    /// More about the question.
    public let help: LocalizedText?
    /// Why the question is asked.
    public let reason: LocalizedText?
    /// One sentence that says what is accepted.
    public let accepts: LocalizedText
    /// An answer that would be accepted, as it would be typed.
    public let example: String?
    /// What is taken if nothing is typed, as it would be typed.
    public let defaultText: String?
    /// What was answered, or had been before going back or before a check refused it, or what an optional
    /// field offers, as it would be typed.
    public let text: String?
    /// The file that ``text`` is the name of; nil for other kinds, and if there is none.
    ///
    /// ``Answer/file(_:)`` answers with it again.
    public internal(set) var draftFile: KeptFile?
    /// Whether the answer must not be shown, logged or kept.
    public let isSensitive: Bool
    /// Whether it may be left without an answer: its recorded form is null then.
    public let isOptional: Bool
    /// Whether it has a valid answer.
    public let isAnswered: Bool
    /// Why its answer was refused by a check, or before it was asked; nil if it was not.
    public internal(set) var refused: RefusedAnswer?
    /// What it asks of the person who answers; nil if it is about something else.
    public internal(set) var purpose: InputPurpose?
  }
}

extension Refusal {
  /// The refusals of a form's fields, all at once.
  static func ofForm(_ fields: [StepID: Refusal]) -> Refusal {
    Refusal(
      .wrongFields, Texts.engine("refusal.wrong-fields", .integer(fields.count)),
      arguments: [
        "fields": .object(
          Dictionary(uniqueKeysWithValues: fields.map { ($0.rawValue, .string($1.code.rawValue)) }))
      ],
      fields: fields)
  }

  /// What is asked back about a form's fields, all at once.
  static func doubtful(_ fields: [StepID: Refusal]) -> Refusal {
    Refusal(
      .doubtfulFields, Texts.engine("refusal.doubtful-fields", .integer(fields.count)),
      arguments: [
        "fields": .object(
          Dictionary(uniqueKeysWithValues: fields.map { ($0.rawValue, .string($1.code.rawValue)) }))
      ],
      fields: fields, isWarning: true)
  }
}

extension Refusal.Code {
  /// Fields of a form are wrong; ``Refusal/fields`` says which and why.
  public static let wrongFields: Self = "wrong-fields"
  /// Fields of a form are asked back about; ``Refusal/fields`` says which and what.
  public static let doubtfulFields: Self = "doubtful-fields"
  /// No form is asked.
  public static let noForm: Self = "no-form"
}
