import Flowline
import FlowlineTerminal

/// Says of a question without an answer what to pass, what would be accepted, and an example.
struct MissingText {
  private let prompt: Prompt
  private let words: Words
  private let takesInput: Bool

  /// Says which answer is missing, and how to give it.
  ///
  /// - Parameters:
  ///   - prompt: the question without an answer.
  ///   - words: the language.
  ///   - takesInput: whether a line of standard input would have answered.
  init(_ prompt: Prompt, _ words: Words, takesInput: Bool = true) {
    self.prompt = prompt
    self.words = words
    self.takesInput = takesInput
  }

  /// The flag that answers the question.
  func flag(_ value: String) -> String {
    "\(prompt.isSensitive ? "--secret" : "--answer") \(prompt.id.rawValue)=\(value)"
  }

  var text: String {
    var sentences = [
      words(key, .string(prompt.id.rawValue)),
      OneLine.text(prompt.accepts.text),
    ]
    if let choices { sentences.append(choices) }
    // Of a secret the first sentence has it.
    if let example, !prompt.isSensitive { sentences.append(words("run.example", .string(example))) }
    return (remarks + sentences).joined(separator: " ")
  }

  /// How many choices are listed.
  private static let mostChoices = 20

  /// The keys of the choices, and where the rest of many is listed; nil if there are none.
  private var choices: String? {
    let choices = prompt.kind.choices
    guard !choices.isEmpty else { return nil }
    let keys = choices.prefix(Self.mostChoices).map(\.key).joined(separator: ", ")
    guard choices.count > Self.mostChoices else { return words("run.choices", .string(keys)) }
    let flow = prompt.path.ids.first?.rawValue ?? ""
    return words(
      "run.choices.more", .string(keys), .integer(choices.count - Self.mostChoices),
      .string("\(Program.name) describe \(flow)"))
  }

  /// What the page says in sentences before all else, such as that a server cannot be reached; no
  /// tables.
  private var remarks: [String] {
    guard let section = prompt.page.first, section.heading == nil,
      let first = section.rows.first, first.value == nil, first.percentage == nil
    else { return [] }
    return section.rows.prefix(4).map { row in
      OneLine.text([row.label, row.value].compactMap { $0?.text }.joined(separator: ": "))
        .asSentence
    }
  }

  /// The flag with an answer that would be taken; nil if none is known.
  var example: String? {
    if prompt.isSensitive { return flag("FILE") }
    let value =
      prompt.kind == .confirm ? "yes" : prompt.kind.choices.first?.key ?? prompt.example
    return value.map {
      "--answer " + ShellWord.quoted("\(prompt.id.rawValue)=\($0)")
    }
  }

  private var key: String {
    if prompt.isSensitive { return "run.missing.secret" }
    return takesInput ? "run.missing" : "run.missing.flag"
  }
}
