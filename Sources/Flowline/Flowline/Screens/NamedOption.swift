/// Options for things that the flow's author did not name: a customer's goals, files, people.
extension Option {
  /// Makes an option for something that has a name, such as a person's savings goal.
  ///
  ///     let options = goals.map { Option(named: $0.name, Pick.goal($0)) } + [Option("new", .new)]
  ///
  /// Its key is made of the name, so that people can read and write scripts: letters and digits of any
  /// script in lower case, with a hyphen for what lies between. On a screen, keys that are the same are
  /// numbered (`bike`, `bike-2`), and none is that of an option beside them with a key of its own. Its
  /// label is the name; in quotation marks if it reads like the key or label of such an option, so
  /// that typing those words means the other one.
  ///
  /// - Parameters:
  ///   - name: what it is called; shown as it is.
  ///   - value: what choosing it means.
  ///   - word: what the key is made of, if that is not the name.
  ///   - fallback: the key if the word has neither letters nor digits.
  ///   - detail: more about it, such as a balance.
  public init(
    named name: String, _ value: Value, word: String? = nil, else fallback: String = "option",
    detail: Text? = nil
  ) {
    let words = (word ?? name).lowercased().split { !$0.isLetter && !$0.isNumber }
    let key = words.isEmpty ? fallback : words.joined(separator: "-")
    self.init(key, value, Text(verbatim: name), detail, isNamed: true)
  }
}

extension Array {
  /// The options, each whose key is made of a name with a key that no other has.
  func numbered<Value>() -> Self where Element == Option<Value> {
    var taken = Set(lazy.filter { !$0.isNamed }.map(\.key))
    return map { option in
      guard option.isNamed else { return option }
      var key = option.key
      var number = 2
      while !taken.insert(key).inserted {
        key = "\(option.key)-\(number)"
        number += 1
      }
      return option.withKey(key)
    }
  }

  /// The labels of the options in the environment's language, names that read like another option in
  /// quotation marks.
  func labels<Value>(in environment: FlowEnvironment) -> [LocalizedText]
  where Element == Option<Value> {
    let labels = map { $0.label(in: environment) }
    guard contains(where: \.isNamed) else { return labels }
    let taken = Set(
      zip(self, labels).lazy.filter { !$0.0.isNamed }.flatMap { [$0.0.key, $0.1.text] }
        .map(OptionFinder.folded))
    return zip(self, labels).map { option, label in
      option.isNamed && taken.contains(OptionFinder.folded(label.text))
        ? Texts.engine("option.quoted", label.text).resolved(in: environment) : label
    }
  }

  /// The options as a prompt has them.
  func choices<Value>(in environment: FlowEnvironment) -> [Choice] where Element == Option<Value> {
    zip(self, labels(in: environment)).map { $0.choice($1, in: environment) }
  }
}
