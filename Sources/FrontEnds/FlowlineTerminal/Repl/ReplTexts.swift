import Flowline

/// Draws what the program says where no flow is running.
struct ReplTexts {
  let renderer: PromptRenderer

  private var words: Words { renderer.words }
  private var reports: WalkReports { WalkReports(renderer: renderer) }

  func greeting(_ program: String, _ catalog: FlowCatalog) -> [String] {
    let names = catalog.offered.map(\.id.rawValue).joined(separator: ", ")
    return lines(words("greeting.flows", .string(program), .string(names)))
      + lines(words("greeting.leave"))
  }

  func list(_ catalog: FlowCatalog) -> [String] {
    let families = catalog.offeredFamilies
    guard !families.isEmpty else { return lines(words("repl.flows")) }
    let width = families.flatMap(pairs(of:)).map { DisplayWidth.of($0.0) }.max() ?? 0
    return families.flatMap { family in
      // A single family needs no name to be told from others.
      let name = families.count > 1 ? family.name : nil
      return lines(name.map { words($0) + ":" } ?? words("repl.flows"))
        + reports.pairs(pairs(of: family), width: width)
    }
  }

  private func pairs(of family: FlowFamily) -> [(String, String)] {
    family.entries.map { ($0.id.rawValue, words($0.summary)) }
  }

  /// The short help, or the help about a subject, which may be a flow.
  func help(_ program: String, _ catalog: FlowCatalog, about subject: String?) -> [String] {
    let flows = catalog.offered.map(\.id.rawValue)
    let help = CommandHelp(renderer: renderer, isInside: false, flows: flows)
    if let subject {
      guard let entry = ReplLine.flow(subject, catalog, words) else {
        return help.lines(about: subject)
      }
      return about(entry, in: program) + help.found(about: subject)
    }
    return list(catalog) + lines(words("repl.words")) + help.short() + lines(words("repl.inside"))
      + lines(words("repl.keys"))
  }

  /// What a flow is for, how it is started, and how its questions are seen beforehand.
  private func about(_ entry: FlowCatalogEntry, in program: String) -> [String] {
    let id = entry.id.rawValue
    let summary = [id, words(entry.summary)].filter { !$0.isEmpty }.joined(separator: ": ")
    return lines(summary.asSentence) + lines(words("help.flow", .string(id), .string(program)))
  }

  func unknown(_ name: String, nearest: String?) -> [String] {
    let next = words.suggestion(nearest) ?? words("repl.unknown.hint")
    return renderer.error("\(words("repl.unknown", .string(OneLine.excerpt(name)))) \(next)")
  }

  func wrapped(_ text: String) -> [String] { lines(text) }

  private func lines(_ text: String) -> [String] { text.wrapped(to: renderer.columns) }
}
