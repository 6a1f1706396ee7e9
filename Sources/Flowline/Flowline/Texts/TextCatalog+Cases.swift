extension TextCatalog {
  /// The text of one of several things: `<key>.<name>`, or `<key>.other` if there is none of that name.
  ///
  ///     try await context.show("refused") { texts("refused", of: refusal) }   // refused.name-length
  ///
  /// The name is what a journal calls it: the case of an enum, or the word of a value that is one. It is
  /// written in lower case with hyphens: both `nameLength` and `NAME_LENGTH` are `name-length`. What
  /// stands beside a case fills the gaps of its label, if it is a whole number or a word; of a value that
  /// is a word, that word fills the first gap.
  ///
  /// - Parameters:
  ///   - key: what the keys of all of them begin with.
  ///   - value: one of them.
  /// - Returns: its text, which shows its key if the catalogue has neither.
  public func callAsFunction(_ key: String, of value: some Encodable) -> Text {
    let (name, gaps) = Self.naming(of: (try? JSONValue(recording: value)) ?? .null)
    let (named, other) = ("\(key).\(name)", "\(key).other")
    return fitting(has(named) || !has(other) ? named : other, gaps)
  }

  /// The text with those gaps that it has, so that another number does not decide its plural form.
  private func fitting(_ key: String, _ gaps: [TextArgument]) -> Text {
    let names = Set(
      (entries(of: key) ?? [:]).values.flatMap { entry in
        switch entry {
        case .single(let template): template.gaps
        case .plural(let templates): templates.values.flatMap(\.gaps)
        }
      })
    return text(key, gaps.filter { gap in gap.name.map { names.contains("{\($0)}") } ?? true })
  }

  /// The name of a recorded form, and what stands beside it.
  private static func naming(of value: JSONValue) -> (name: String, gaps: [TextArgument]) {
    switch value {
    case .string(let word): (hyphenated(word), [.string(word)])
    case .object(let members) where members.count == 1:
      members.first.map { name, payload in (hyphenated(name), gaps(of: payload)) } ?? ("", [])
    default: ("", [])
    }
  }

  private static func gaps(of payload: JSONValue) -> [TextArgument] {
    guard case .object(let members) = payload else { return [] }
    return members.sorted { $0.key < $1.key }.compactMap { name, value in
      switch value {
      case .integer(let number): .named(name, .integer(Int(number)))
      case .string(let word): .named(name, .string(word))
      default: nil
      }
    }
  }

  /// A name in lower case, with hyphens for underscores and before capitals.
  private static func hyphenated(_ name: String) -> String {
    guard name.contains(where: \.isLowercase) else {
      return name.lowercased().replacing("_", with: "-")
    }
    return name.reduce(into: "") { words, character in
      if character.isUppercase, !words.isEmpty { words += "-" }
      words += character.lowercased()
    }
  }
}
