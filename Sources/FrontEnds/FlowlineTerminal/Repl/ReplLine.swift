package import Flowline

/// What a line that was typed where no flow is running means.
package enum ReplLine {
  /// Nothing was said.
  case nothing
  /// A command, with or without a colon.
  case command(PromptCommand.Call)
  /// A flow to start.
  case flow(FlowCatalogEntry)
  /// A link to follow: one to a flow, or the web address of something that a flow shows.
  case link(FlowLink)
  /// A line that begins like a link to a flow but is not one.
  case faultyLink(FlowLink.Fault)
  /// A line that begins like a command but is not one.
  case faulty(PromptCommand.Fault)
  /// Something is behind a flow's name, which takes nothing.
  case needless(String)
  /// Nothing that is known; the nearest word, where one is near.
  case unknown(String, nearest: String?)

  /// Reads a line: a flow's id or title, a link or a web address that the catalogue has a flow for, a command with
  /// or without a colon, or `?` for help.
  package init(_ line: String, catalog: FlowCatalog, words: Words) {
    let text = line.trimmingSpaces
    guard let first = text.split(whereSeparator: \.isWhitespace).first.map(String.init) else {
      self = .nothing
      return
    }
    if let entry = Self.flow(text, catalog, words) {
      self = .flow(entry)
      return
    }
    if let link = Self.link(text, catalog) {
      self = link
      return
    }
    if first == "?" {
      let subject = text.dropFirst().trimmingSpaces
      self = .command(subject.isEmpty ? .init(.help) : .init(.help, subject))
      return
    }
    switch PromptCommand.read(text, inside: false) {
    case .success(let call): self = .command(call)
    case .failure(.unknown) where !first.hasPrefix(":"):
      if let entry = Self.flow(first, catalog, words) {
        self = .needless(entry.id.rawValue)
      } else {
        self = .unknown(text, nearest: Nearest.word(to: text, among: Self.all(catalog, words)))
      }
    case .failure(let fault): self = .faulty(fault)
    }
  }

  /// The flow of an id or a title; nil if there is none.
  static func flow(
    _ name: String, _ catalog: FlowCatalog, _ words: Words
  ) -> FlowCatalogEntry? {
    let name = name.lowercased()
    return catalog.entries.first { $0.id.rawValue.lowercased() == name }
      // The title of a flow that is not offered may be a command's word.
      ?? catalog.offered.first { words($0.title).lowercased() == name }
  }

  /// A line that is a link, or begins like one; nil if it is something else.
  private static func link(_ text: String, _ catalog: FlowCatalog) -> ReplLine? {
    if let link = catalog.link(to: text) { return .link(link) }
    guard text.prefix(5).lowercased() == "flow:" else { return nil }
    do throws(FlowLink.Fault) {
      return .link(try FlowLink(text))
    } catch {
      return .faultyLink(error)
    }
  }

  private static func all(_ catalog: FlowCatalog, _ words: Words) -> [String] {
    catalog.offered.map(\.id.rawValue) + catalog.offered.map { words($0.title) }
      + PromptCommand.names(inside: false)
  }

  /// Completes a line: a flow, a command, or an argument of a command.
  ///
  /// - Parameters:
  ///   - before: the text before the cursor.
  ///   - catalog: the flows.
  ///   - words: the language.
  ///   - values: what can be an argument.
  /// - Returns: what can follow.
  package static func complete(
    _ before: String, catalog: FlowCatalog, words: Words,
    values: @escaping (PromptCommand.Argument.Kind, [String]) -> [String] = { _, _ in [] }
  ) -> CompletionResult {
    CommandCompletion(words: words, isInside: false, values: values).complete(
      String(before.drop { $0 == " " }), or: catalog.offered.map(\.id.rawValue))
  }
}
