/// Something in a catalogue that the guide to the voice does not allow.
struct Finding: Hashable, Sendable, CustomStringConvertible {
  /// The catalogue.
  let file: String
  let key: String
  /// The rule's name.
  let rule: String
  /// What was found.
  let detail: String

  var description: String { "\(file), \(key): \(rule): \(detail)" }
}

/// Something that a rule finds and that is right all the same.
struct Exemption: Sendable {
  let file: String
  let key: String
  let rule: String
  let reason: String

  init(_ file: String, _ key: String, _ rule: String, _ reason: String) {
    self.file = file
    self.key = key
    self.rule = rule
    self.reason = reason
  }

  /// Whether it is about this finding.
  func covers(_ finding: Finding) -> Bool {
    file == finding.file && key == finding.key && rule == finding.rule
  }
}

extension Exemption {
  /// All there are.
  static let all = [
    Exemption("Program", "answers.element", "straight-quotes", "JSON"),
    Exemption("Program", "answers.shape", "straight-quotes", "JSON"),
    Exemption("Program", "usage.deliver.value", "straight-quotes", "JSON in a shell's quotes"),
    Exemption("Flowline", "accepts.choices", "hyphens", "a range as people type it"),
    Exemption("Flowline", "refusal.not-a-range", "hyphens", "a range as people type it"),
    Exemption("Terminal", "setting.color.name", "spelling", "typed as the option --color is"),
    Exemption("Terminal", "search.label", "spaces", "what is searched for follows"),
  ]
}
