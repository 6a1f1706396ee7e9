package import Flowline

/// What can be said where no flow is running, besides a flow's name.
package enum ReplWord: Equatable, Sendable, CaseIterable {
  case help
  case list
  case sessions
  case resume
  case forget
  case quit

  /// Whether a session may be named behind it.
  package var takesSession: Bool { self == .resume || self == .forget }

  /// The English names, the usual one first.
  package var names: [String] {
    switch self {
    case .help: ["help"]
    case .list: ["list"]
    case .sessions: ["sessions"]
    case .resume: ["resume"]
    case .forget: ["forget"]
    case .quit: ["quit", "exit"]
    }
  }

  /// The Russian name.
  package var alias: String {
    switch self {
    case .help: "помощь"
    case .list: "список"
    case .sessions: "сеансы"
    case .resume: "продолжить"
    case .forget: "забыть"
    case .quit: "выход"
    }
  }

  /// The usual name in a language.
  package func name(in language: String) -> String { language == "ru" ? alias : names[0] }
}

/// What a line that was typed where no flow is running means.
package enum ReplLine {
  /// Nothing was said.
  case nothing
  /// A word of the program's own.
  case word(ReplWord)
  /// A word of the program's own that stands before a session's name.
  case session(ReplWord, named: String)
  /// A flow to start.
  case flow(FlowCatalogEntry)
  /// A command that only questions take.
  case outsideOfFlow(String)
  /// Something stands behind a word that takes nothing.
  case needless(String)
  /// Nothing that is known; the nearest word, where one is near.
  case unknown(String, nearest: String?)

  /// Reads a line: a flow's id or title, or a word of the program's with or without a colon.
  package init(_ line: String, catalog: FlowCatalog, words: Words) {
    let text = line.trimmingSpaces
    guard let first = text.split(whereSeparator: \.isWhitespace).first.map(String.init) else {
      self = .nothing
      return
    }
    let name = text.lowercased()
    if let entry = Self.flow(name, catalog, words) {
      self = .flow(entry)
    } else if let word = Self.word(name) {
      self = .word(word)
    } else if let word = Self.word(first.lowercased()), word.takesSession {
      self = .session(word, named: text.dropFirst(first.count).trimmingSpaces)
    } else if case .command = PromptLine(text) {
      self = .outsideOfFlow(first)
    } else if let meant = Self.known(first.lowercased(), catalog, words) {
      self = .needless(meant)
    } else {
      self = .unknown(text, nearest: Nearest.word(to: name, among: Self.all(catalog)))
    }
  }

  private static func flow(
    _ name: String, _ catalog: FlowCatalog, _ words: Words
  ) -> FlowCatalogEntry? {
    catalog.entries.first { $0.id.rawValue.lowercased() == name }
      ?? catalog.entries.first { words($0.title).lowercased() == name }
  }

  private static func word(_ name: String) -> ReplWord? {
    let bare = name.hasPrefix(":") ? String(name.dropFirst()) : name
    return ReplWord.allCases.first { $0.names.contains(bare) || $0.alias == bare }
  }

  private static func known(
    _ name: String, _ catalog: FlowCatalog, _ words: Words
  ) -> String? {
    flow(name, catalog, words)?.id.rawValue ?? (word(name) == nil ? nil : name)
  }

  private static func all(_ catalog: FlowCatalog) -> [String] {
    catalog.entries.map(\.id.rawValue) + ReplWord.allCases.flatMap { $0.names + [$0.alias] }
  }

  /// Completes the first word of a line.
  package static func complete(
    _ before: String, catalog: FlowCatalog, words: Words
  ) -> CompletionResult {
    let typed = String(before.drop { $0 == " " })
    let colon = typed.hasPrefix(":") ? ":" : ""
    let begun = typed.dropFirst(colon.count).lowercased()
    let own = ReplWord.allCases.map { colon + $0.name(in: words.environment.language) }
    let other = ReplWord.allCases.flatMap { word in (word.names + [word.alias]).map { colon + $0 } }
    let flows = colon.isEmpty ? catalog.entries.map(\.id.rawValue) : []
    for names in [flows + own, other] {
      let found = names.filter { $0.lowercased().hasPrefix(colon + begun) }
      if !found.isEmpty { return CompletionResult(replacing: typed, with: found.map { .init($0) }) }
    }
    return CompletionResult(replacing: typed, with: [])
  }
}
