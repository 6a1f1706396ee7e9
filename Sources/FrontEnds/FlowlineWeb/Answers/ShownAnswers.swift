import Flowline
import FlowlineHost
import Money

/// What the fields of a page are filled in with.
struct ShownAnswers: Hashable {
  /// Values by the names of fields, in order: several for checkboxes.
  var values: [String: [String]] = [:]
  /// Files that are kept already, by the names of their fields.
  var kept: [String: KeptFile] = [:]
  /// Files that were kept before others were chosen in their places: they are shown again if those are
  /// refused.
  var keptBefore: [String: KeptFile] = [:]
  /// The names of fields in which secrets were typed, which are never shown: they are to be typed again.
  var untold: Set<String> = []

  /// The first value of a field; the empty text if it has none.
  func value(_ name: String) -> String { values[name]?.first ?? "" }

  /// What a browser sends if nobody changes a field.
  var posted: PostedBody {
    var body = PostedBody()
    for (name, values) in values {
      body.fields += values.map { PostedBody.Field(name: name, value: $0) }
    }
    for (name, file) in kept {
      body.fields.append(PostedBody.Field(name: FieldName.kept(name), value: file.json.text))
    }
    return body
  }

  /// The same as a person sees it: without fields that are empty, which a browser may send or not.
  var filledIn: ShownAnswers {
    var filled = self
    filled.untold = []
    filled.values = values.mapValues { texts in
      texts.map(\.inTextArea).filter { !$0.isEmpty }.sorted()
    }.filter { !$0.value.isEmpty }
    return filled
  }

  /// Whether one of a field's values is this.
  func has(_ value: String, in name: String) -> Bool { values[name]?.contains(value) ?? false }
}

extension ShownAnswers {
  /// What a page has when it is first shown: what was answered before, or what is taken if nothing is
  /// typed.
  ///
  /// - Parameters:
  ///   - prompt: the question.
  ///   - form: the page of a form as it is to be shown; that of the prompt by itself.
  ///   - environment: how drafts are read.
  init(of prompt: Prompt, form: FormPrompt? = nil, in environment: FlowEnvironment) {
    if let form = form ?? prompt.formPage {
      for field in form.fields where !field.isSensitive {
        show(
          field.refused?.answer ?? field.text ?? field.defaultText, field.draftFile,
          of: field.kind, FieldName.field(field.id.rawValue), environment)
      }
    } else if !prompt.isSensitive {
      show(
        prompt.refused?.answer ?? prompt.draft ?? prompt.defaultText, prompt.draftFile,
        of: prompt.kind, FieldName.answer, environment)
    }
  }

  /// What a question was answered with before, or what it offers as if it had been; empty if there is nothing.
  ///
  /// - Parameters:
  ///   - prompt: the question.
  ///   - environment: how drafts are read.
  init(draftsOf prompt: Prompt, in environment: FlowEnvironment) {
    if let form = prompt.formPage {
      for field in form.fields where !field.isSensitive {
        show(
          field.text, field.draftFile, of: field.kind, FieldName.field(field.id.rawValue),
          environment)
      }
    } else if !prompt.isSensitive {
      show(prompt.draft, prompt.draftFile, of: prompt.kind, FieldName.answer, environment)
    }
  }

  /// What a page has when it comes back: what was posted, sensitive answers apart; in fields that have
  /// appeared since, what is taken if nothing is typed.
  ///
  /// - Parameters:
  ///   - body: what was posted.
  ///   - prompt: the question as it is asked.
  ///   - form: the page of a form as it is with what was chosen; that of the prompt by itself.
  ///   - kept: files of the post that are kept by now.
  ///   - environment: how drafts are read.
  init(
    _ body: PostedBody, to prompt: Prompt, form: FormPrompt? = nil, kept: [String: KeptFile] = [:],
    in environment: FlowEnvironment
  ) {
    if let form = form ?? prompt.formPage {
      for field in form.fields {
        let name = FieldName.field(field.id.rawValue)
        if field.isSensitive {
          if body.hasTypedSecret(name) { untold.insert(name) }
        } else if body.showed(field.id) {
          take(name, field.kind, body, kept)
        } else {
          show(
            field.text ?? field.defaultText, field.draftFile, of: field.kind, name, environment)
        }
      }
    } else if !prompt.isSensitive {
      take(FieldName.answer, prompt.kind, body, kept)
    } else if body.hasTypedSecret(FieldName.answer) {
      untold.insert(FieldName.answer)
    }
  }

  /// What a page has that shows an answer to be changed.
  init(_ earlier: HostedAnswer, in environment: FlowEnvironment) {
    guard !earlier.prompt.isSensitive else { return }
    let name = FieldName.answer
    let value = earlier.answer.value
    switch earlier.prompt.kind {
    case .choices: values[name] = value.strings
    case .confirm: values[name] = [value == true ? "yes" : "no"]
    case .file: kept[name] = KeptFile(value)
    case .amount: values[name] = AnswerWords.money(value).map { [$0.digits(in: environment)] }
    case let kind:
      // As it is typed in the language of the page.
      let typed = kind.writer?.typed(value, in: environment)
      values[name] = [typed ?? value.string ?? (value == .null ? "" : value.text)]
    }
  }

  private mutating func take(
    _ name: String, _ kind: PromptKind, _ body: PostedBody, _ kept: [String: KeptFile]
  ) {
    values[name] = body.values(name)
    switch kind {
    case .date:
      for part in DayFields.Part.allCases.map({ FieldName.part($0, of: name) }) {
        values[part] = body.values(part)
      }
      // Sent again as it is, it is still typed twice.
      if DayFields(body, name).isTypedTwice {
        values[FieldName.shownDay(name)] = body.values(FieldName.shownDay(name))
      }
    case .file:
      let before = AnswerReader(body: body).keptBefore(name)
      self.kept[name] = kept[name] ?? before
      if kept[name] != nil || body.hasLost(name) { keptBefore[name] = before }
    default: break
    }
  }

  /// Shows an answer as it would be typed; a file as it is kept, whose name alone would not be one.
  private mutating func show(
    _ typed: String?, _ file: KeptFile?, of kind: PromptKind, _ name: String,
    _ environment: FlowEnvironment
  ) {
    guard let typed else { return }
    let json = try? JSONValue(parsing: typed)
    switch kind {
    case .choice(let choices): values[name] = Self.key(typed, choices, environment).map { [$0] }
    case .choices(_, _) where json?.strings != nil: values[name] = json?.strings
    case .choices(let choices, _): values[name] = Self.keys(typed, choices, environment)
    case .confirm:
      let answer = json.map { Answer.json($0) } ?? .text(typed)
      let read = try? ConfirmScreen("answer", "").read(answer, in: environment).get()
      values[name] = read.map { [$0.value ? "yes" : "no"] }
    // One that was refused is told as it was sent.
    case .file: kept[name] = json.flatMap { KeptFile($0) } ?? file
    case .review, .secret: break
    case .text, .longText, .number, .decimal, .amount, .date, .path, .custom:
      values[name] = [typed]
    }
  }

  /// The key of the choice that a text means; nil if it means none.
  private static func key(
    _ typed: String, _ choices: [Choice], _ environment: FlowEnvironment
  ) -> String? {
    let screen = ChoiceScreen("answer", "", options: choices.map(\.option))
    return try? screen.read(.json(.string(typed)), in: environment).get().value
  }

  private static func keys(
    _ typed: String, _ choices: [Choice], _ environment: FlowEnvironment
  ) -> [String]? {
    let screen = MultipleChoiceScreen("answer", "", options: choices.map(\.option))
    return typed.isEmpty ? [] : try? screen.read(.text(typed), in: environment).get().value
  }
}

extension JSONValue {
  /// The elements of a list of texts, which is how a refused answer tells of several choices; nil for
  /// anything else.
  fileprivate var strings: [String]? {
    guard case .array(let elements) = self else { return nil }
    let strings = elements.compactMap(\.string)
    return strings.count == elements.count ? strings : nil
  }
}

extension Choice {
  fileprivate var option: Flowline.Option<String> {
    Flowline.Option(key, key, label: Text(verbatim: label.text))
  }
}
