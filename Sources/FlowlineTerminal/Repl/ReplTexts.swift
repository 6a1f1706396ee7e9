import Flowline

/// Draws what the program says where no flow is running.
struct ReplTexts {
  let renderer: PromptRenderer

  private var words: Words { renderer.words }
  private var reports: WalkReports { WalkReports(renderer: renderer) }

  func greeting(_ program: String, _ catalog: FlowCatalog) -> [String] {
    let names = catalog.entries.map(\.id.rawValue).joined(separator: ", ")
    return lines(words("greeting.flows", .string(program), .string(names)))
      + lines(words("greeting.leave"))
  }

  func list(_ catalog: FlowCatalog) -> [String] {
    lines(words("repl.flows"))
      + reports.pairs(catalog.entries.map { ($0.id.rawValue, words($0.summary)) })
  }

  func help(_ catalog: FlowCatalog) -> [String] {
    let language = words.environment.language
    return list(catalog) + lines(words("repl.words"))
      + reports.pairs(
        ReplWord.allCases.map { ($0.name(in: language), words("repl.\($0.names[0])")) })
      + lines(words("repl.inside")) + lines(words("repl.keys"))
  }

  func unknown(_ name: String, nearest: String?) -> [String] {
    let shown = name.count > 40 ? name.prefix(39) + "…" : name
    let next =
      nearest.map { words("suggestion", .string($0)) } ?? words("repl.unknown.hint")
    return renderer.error("\(words("repl.unknown", .string(OneLine.text(shown)))) \(next)")
  }

  func wrapped(_ text: String) -> [String] { lines(text) }

  private func lines(_ text: String) -> [String] { text.wrapped(to: renderer.columns) }
}
