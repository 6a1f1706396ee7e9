/// What a button of a page asks for: the value of the field `do`.
///
/// Beside it a form has `token`, the question it is meant for, and what is asked in it. Without `do`
/// it is an answer, so that Enter and a button of a menu send one.
enum PageAction: String, Sendable, CaseIterable {
  /// Answer the question, or the page of a form.
  case answer
  /// The same, though there is a warning about it: it counts if the answer is the one that was warned of.
  case acknowledge
  /// Show the question with what was typed, a form as it is with what was chosen so far; nothing is
  /// answered.
  case refresh
  /// Go back one question, or from a form to what was before it.
  case back
  /// Leave the flow; of the page that asks whether one is sure.
  case cancel
  /// Close the place of its own that the question is in, with all that was answered there.
  case close
  /// Give up what is waited for, if that does no harm.
  case stop
  /// Begin the flow that the address names.
  case start
  /// Forget the session that the address names.
  case forget
  /// Go on in the language that the field `language` names.
  case language
  /// Show the page of the address; nothing is done, and what was typed on others comes along.
  case show
  /// Keep what is typed until the person is back, and lead to the page that the address names, see
  /// ``FieldName/way``.
  case keep
  /// Keep what is typed until the PIN was typed, and show no page before.
  case lock

  /// What the address of a form asks for, in place of its buttons; nil if it says nothing.
  ///
  /// It is known before the form is read, and also if that cannot be read.
  init?(ofAddress query: PostedBody) {
    guard let action = query[FieldName.action].flatMap(Self.init(rawValue:)),
      [.show, .keep, .lock].contains(action)
    else { return nil }
    self = action
  }

  /// What was asked for; nil if it is none of these.
  ///
  /// The button of a language belongs to the form that is filled in, so that nothing typed is lost.
  init?(_ body: PostedBody) {
    if body[FieldName.language] != nil {
      self = .language
    } else if let word = body[FieldName.action] {
      self.init(rawValue: word)
    } else {
      self = .answer
    }
  }
}

/// The names of fields besides those of answers.
enum FieldName {
  static let action = "do"
  /// The question that it is for, see `StepToken`.
  static let token = "token"
  /// The page that was shown, see `Prompt.pageID`.
  static let step = "step"
  /// The id of a session that is to be started.
  static let session = "session"
  /// The link whose answers it begins with, as a `FlowLink` is written.
  static let link = "link"
  static let language = "language"
  /// Where to go afterwards.
  static let from = "from"
  /// The page that a way leads to, in an address that keeps what is typed.
  static let way = "to"
  /// The id of a form's field that the page showed; once for each of them.
  static let shown = "shown"
  /// The names of fields whose values are never shown again.
  static let sensitive = "sensitive"
  /// The name of a field whose file was chosen and is lost; once for each of them.
  static let lost = "lost"
  /// The name of a field in which a secret was typed that is left out; once for each of them.
  static let untold = "untold"
  /// What the question was answered with when its page was made, see `Prompt.basis(in:)`.
  static let basis = "basis"
  /// The locale in which what is typed on the page is meant, see ``PostedBody/written(for:_:in:)``.
  static let locale = "locale"
  /// Whether the page was filled in with what the server kept, see ``TypedShelf``.
  static let resumed = "resumed"
  /// The question whose answer was taken: the value of a parameter of the address that its form is sent on
  /// to, see ``PostedBody/carried(besides:)``.
  static let taken = "taken"
  /// The answers that were warned of, in the form of ``PostedAnswers/fingerprint``.
  static let warned = "warned"

  /// The answer of a single question.
  static let answer = "answer"

  /// The answer of a form's field; a step's id may be any text, so that it is put behind a prefix.
  static func field(_ id: String) -> String { "field.\(id)" }

  /// One of the three fields of a day.
  static func part(_ part: DayFields.Part, of name: String) -> String { "\(name)/\(part.rawValue)" }
  /// The day as the page showed it, so that it is known which of the two ways was used.
  static func shownDay(_ name: String) -> String { "\(name)/shown" }
  /// The file that is kept already.
  static func kept(_ name: String) -> String { "\(name)/kept" }
  /// Whether that file is to be removed.
  static func removed(_ name: String) -> String { "\(name)/removed" }
  /// How many bytes the file has that was too large to be kept.
  static func lostSize(_ name: String) -> String { "\(name)/size" }
  /// Something that was typed on a page before, and is shown to be copied: the first is 0.
  static func unsent(_ index: Int) -> String { "\(unsentBeginning)\(index)" }
  /// Files that were chosen on a page before, among the values of ``lost``.
  static let unsentFiles = unsentBeginning + "files"
  /// Whether a name is of something that was typed or chosen on a page before.
  static func isUnsent(_ name: String) -> Bool { name.hasPrefix(unsentBeginning) }
  private static let unsentBeginning = "unsent."

  /// A field of one of several pages that a form sends at once; pages are told apart by keys without a dot.
  static func inPage(_ key: String, _ name: String) -> String { "\(pageBeginning)\(key).\(name)" }
  /// The key of the page that a field is of, nil for the page that was sent itself, and its name there.
  static func place(of name: String) -> (page: String?, name: String) {
    guard name.hasPrefix(pageBeginning) else { return (nil, name) }
    let rest = name.dropFirst(pageBeginning.count)
    guard let dot = rest.firstIndex(of: ".") else { return (nil, name) }
    return (String(rest[..<dot]), String(rest[rest.index(after: dot)...]))
  }
  /// Another field of the page that a field is of.
  static func beside(_ name: String, _ other: String) -> String {
    place(of: name).page.map { inPage($0, other) } ?? other
  }
  private static let pageBeginning = "page."

  /// What was asked, beside each field that is typed in.
  static func question(_ name: String) -> String { name + questionEnding }
  /// The field beside which a question has this name; nil if it is the name of something else.
  static func typed(by name: String) -> String? {
    name.hasSuffix(questionEnding) ? String(name.dropLast(questionEnding.count)) : nil
  }
  private static let questionEnding = "/question"
}
