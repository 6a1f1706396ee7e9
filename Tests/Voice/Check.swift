/// Looks at whole catalogues: each text by itself, and that the languages say the same.
struct Check {
  /// The languages that every text is in, with the plural categories of each.
  static let categories = ["en": ["one", "other"], "ru": ["few", "many", "one", "other"]]

  /// All that is wrong in a catalogue, exempted or not.
  static func findings(in catalog: Catalog) throws -> [Finding] {
    let byKey = Dictionary(grouping: catalog.entries, by: \.key)
    return try byKey.sorted { $0.key < $1.key }.flatMap { key, entries in
      try shape(of: entries).map { Finding(file: catalog.name, key: key, rule: $0, detail: $1) }
        + entries.flatMap { entry in
          try Rule.all.compactMap { rule in
            try rule.fault(in: entry).map {
              Finding(
                file: catalog.name, key: key, rule: rule.name,
                detail: "“\($0)” in “\(entry.text)”")
            }
          }
        }
    }
  }

  /// What is wrong with the languages, the plural forms and the gaps of one key.
  private static func shape(of entries: [Catalog.Entry]) -> [(rule: String, detail: String)] {
    var found: [(String, String)] = []
    let languages = Dictionary(grouping: entries, by: \.language)
    if languages.keys.sorted() != categories.keys.sorted() {
      found.append(("languages", languages.keys.sorted().joined(separator: ", ")))
    }
    for (language, entries) in languages.sorted(by: { $0.key < $1.key }) {
      if entries.contains(where: \.text.isEmpty) { found.append(("empty", language)) }
      let forms = entries.compactMap(\.category).sorted()
      if !forms.isEmpty, forms != categories[language] {
        found.append(("plural", "\(language): \(forms.joined(separator: ", "))"))
      }
    }
    let gaps = languages.mapValues { Set($0.flatMap { Self.gaps(of: $0.text) }) }
    if Set(gaps.values).count > 1 {
      let lists = gaps.sorted { $0.key < $1.key }.map { "\($0): \($1.sorted())" }
      found.append(("gaps", lists.joined(separator: "; ")))
    }
    return found
  }

  /// What is filled in, by place or by name.
  private static func gaps(of text: String) -> Set<String> {
    var next = 0
    return Set(
      text.matches(of: /%(?:(\d+)\$)?(?:@|lld)|\{([a-z-]+)\}/).map { match in
        if let name = match.output.2 { return String(name) }
        if let place = match.output.1 { return String(place) }
        next += 1
        return String(next)
      })
  }
}
