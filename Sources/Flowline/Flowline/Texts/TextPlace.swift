/// Where the texts of a step are found: the catalogues to look in, and what their keys begin with.
///
/// An object, so that a frame and an environment that have none of it are no larger.
final class TextPlace: Sendable, Hashable {
  /// The beginning of the keys: the step's id, unless it shares another step's texts.
  let prefix: String
  /// The catalogues, in the order they are looked in; never empty.
  let catalogs: [TextCatalog]
  /// The values for gaps of texts that have none of their own.
  let gaps: [TextArgument]

  init(_ prefix: String, in catalogs: [TextCatalog], gaps: [TextArgument] = []) {
    self.prefix = prefix
    self.catalogs = catalogs
    self.gaps = gaps
  }

  static func == (left: TextPlace, right: TextPlace) -> Bool {
    left === right
      || left.prefix == right.prefix && left.catalogs == right.catalogs && left.gaps == right.gaps
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(prefix)
    hasher.combine(catalogs)
  }

  /// A text of this place; nil if no catalogue has one.
  func text(_ role: TextRole, _ arguments: [TextArgument] = []) -> Text? {
    let key = role.key(below: prefix)
    return catalogs.first { $0.has(key) }.map {
      $0.text(key, arguments.isEmpty ? gaps : arguments)
    }
  }

  /// What a yes and a no do; nil if there are no texts for both.
  func decision(in environment: FlowEnvironment) -> DecisionWords? {
    guard let yes = text(.option("yes")), let no = text(.option("no")) else { return nil }
    return DecisionWords(yes: yes.resolved(in: environment), no: no.resolved(in: environment))
  }
}

extension TextPlace {
  /// The text that a step is to show; noted as missing if there is none and its words stand for it.
  func wanted(_ role: TextRole, _ arguments: [TextArgument]) -> Text? {
    let text = text(role, arguments)
    if text == nil, !role.isOptional { catalogs.last?.noteMissing(role.key(below: prefix)) }
    return text
  }
}

/// What a text is for a step: the end of its key.
enum TextRole: Hashable, Sendable {
  case question, title, summary, label, help, reason, example, activity
  case row(String)
  case section(String)
  case option(String)
  case optionDetail(String)
  case refusal(String)

  /// Whether a step may do without it.
  var isOptional: Bool {
    switch self {
    case .summary, .label, .help, .reason, .example, .activity, .optionDetail: true
    case .question, .title, .row, .section, .option, .refusal: false
    }
  }

  /// The key, such as `confirm.row.amount`.
  func key(below prefix: String) -> String { "\(prefix).\(suffix)" }

  private var suffix: String {
    switch self {
    case .question: "question"
    case .title: "title"
    case .summary: "summary"
    case .label: "label"
    case .help: "help"
    case .reason: "reason"
    case .example: "example"
    case .activity: "activity"
    case .row(let name): "row.\(name)"
    case .section(let name): "section.\(name)"
    case .option(let key): "option.\(key)"
    case .optionDetail(let key): "option.\(key).detail"
    case .refusal(let code): "refusal.\(code)"
    }
  }
}

extension Text {
  /// A text that is looked up where it is shown; `fallback` if no catalogue of its place has it.
  static func placed(
    _ role: TextRole, else fallback: String, _ arguments: [TextArgument] = []
  ) -> Text {
    switch role {
    case .label where arguments.isEmpty: Text(.label(fallback))
    case .title where arguments.isEmpty: Text(.title(fallback))
    default: Text(.placed(role, fallback: fallback, arguments))
    }
  }

  /// The text of a role, if this is a literal: its words are looked up as a name, and shown as they
  /// are if there is no such text.
  func named(_ role: (String) -> TextRole, _ gaps: TextGaps = [:]) -> Text {
    guard let name = literal else { return self }
    return .placed(role(name), else: name, gaps.arguments)
  }

  /// The words, if they are a literal; nil for any other text.
  var literal: String? { if case .literal(let name) = content { name } else { nil } }

  /// The text without a place: what its place has, or its words.
  func bound(to place: TextPlace?) -> Text {
    guard let place else { return self }
    switch content {
    case .label(let fallback): return place.wanted(.label, []) ?? Text(verbatim: fallback)
    case .title(let fallback): return place.wanted(.title, []) ?? Text(verbatim: fallback)
    case .placed(let role, let fallback, let arguments):
      return place.wanted(role, arguments) ?? Text(verbatim: fallback)
    default: return self
    }
  }
}

extension Refusal {
  /// The refusal with its texts looked up at a place.
  func bound(to place: TextPlace?) -> Refusal {
    guard let place, case .placed = message.content else { return self }
    return Refusal(
      code, message.bound(to: place), arguments: arguments, range: range, fields: fields,
      isWarning: isWarning)
  }
}

extension FlowEnvironment {
  /// The environment with texts looked up at a place.
  func at(_ place: TextPlace?) -> FlowEnvironment {
    guard let place else { return self }
    return FlowEnvironment(self, at: place)
  }

  /// The environment of a screen that is asked in the same flow as the one whose place this is.
  func beside(_ screen: any Screen) -> FlowEnvironment {
    place.map { at(screen.place(in: $0.catalogs)) } ?? self
  }

  /// Where the texts of a form are found whose field's place this is.
  func place(ofForm form: FlowID) -> TextPlace? {
    place.map { TextPlace(form.rawValue, in: $0.catalogs) }
  }
}

extension Flow {
  /// Where its texts are found if it is run by a flow whose texts are in these catalogues; nil if
  /// there are no catalogues.
  func place(in catalogs: [TextCatalog]) -> TextPlace? {
    if let screen = self as? any Screen { return screen.question.place(in: catalogs) }
    let own = catalog.map { [$0] } ?? catalogs
    return own.isEmpty ? nil : TextPlace(id.rawValue, in: own)
  }

  /// Its title as its own catalogue has it.
  var boundTitle: Text { title.bound(to: place(in: [])) }

  /// What its own catalogue says it is for.
  var boundSummary: Text { summary.bound(to: place(in: [])) }
}

extension Question {
  func place(in catalogs: [TextCatalog]) -> TextPlace? {
    let all = (placing?.catalog).map { [$0] + catalogs } ?? catalogs
    guard !all.isEmpty else { return nil }
    return TextPlace(placing?.key ?? id.rawValue, in: all, gaps: placing?.gaps ?? [])
  }

  /// Where its texts are, if that is not the flow's catalogue under the step's id.
  struct Placing: Hashable, Sendable {
    var key: String?
    var catalog: TextCatalog?
    var gaps: [TextArgument] = []
  }
}
