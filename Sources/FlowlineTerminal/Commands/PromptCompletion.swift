import Flowline
import Glibc

/// Completes what is typed at a prompt: commands, choices, yes and no, and the files of `:record`.
/// What the session would refuse is not offered.
struct PromptCompletion {
  let legal: LegalInputs
  let words: Words

  func complete(_ before: String) -> CompletionResult {
    let typed = String(before.drop { $0 == " " })
    if typed.hasPrefix("::") { return CompletionResult(replacing: typed, with: []) }
    guard typed.hasPrefix(":") else { return answers(typed) }
    if let space = typed.firstIndex(of: " ") {
      return arguments(of: typed[..<space], typed[typed.index(after: space)...])
    }
    return commands(typed)
  }

  private func commands(_ typed: String) -> CompletionResult {
    let entries = PromptCommand.table.filter { $0.refusal(legal) == nil }
    let local = entries.map { ($0.name(in: words.environment.language), $0.takesFile) }
    let english = entries.map { ($0.name, $0.takesFile) }
    // The session's language first; what begins like the other one still completes.
    for names in [local, english, entries.map { ($0.alias, $0.takesFile) }] {
      let found = names.map { (":\($0.0)", $0.1) }.filter { $0.0.hasPrefix(typed.lowercased()) }
      guard !found.isEmpty else { continue }
      return CompletionResult(
        replacing: typed,
        with: found.map { .init($0.0 + ($0.1 ? " " : ""), display: $0.0) })
    }
    return CompletionResult(replacing: typed, with: [])
  }

  private func answers(_ typed: String) -> CompletionResult {
    guard case .success(let answer) = legal.answer else {
      return CompletionResult(replacing: typed, with: [])
    }
    let separated = typed.split(separator: ",", omittingEmptySubsequences: false)
    var part = typed
    if case .choices = answer.kind {
      part = String(separated.last ?? "").trimmingSpaces
    }
    let labels =
      answer.kind == .confirm
      ? [words("value.yes"), words("value.no")] : answer.kind.choices.map(\.label.line)
    let begun = part.lowercased()
    return CompletionResult(
      replacing: part,
      with: labels.filter { $0.lowercased().hasPrefix(begun) }.map { .init($0) })
  }

  private func arguments(of command: Substring, _ typed: Substring) -> CompletionResult {
    let name = command.dropFirst().lowercased()
    let entry = PromptCommand.table.first { $0.name == name || $0.alias == name }
    guard entry?.takesFile == true else { return CompletionResult(replacing: "", with: []) }
    return FileCompletion.complete(String(typed))
  }
}

/// Completes the name of a file.
enum FileCompletion {
  static func complete(_ typed: String) -> CompletionResult {
    let slash = typed.lastIndex(of: "/").map { typed.index(after: $0) } ?? typed.startIndex
    let folder = String(typed[..<slash])
    let begun = String(typed[slash...])
    let names = entries(of: folder.isEmpty ? "." : FilePath.expanded(folder))
    let found = names.filter { $0.hasPrefix(begun) && ($0.first != "." || begun.first == ".") }
    return CompletionResult(replacing: begun, with: found.sorted().map { .init($0) })
  }

  private static func entries(of folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let isFolder = entry.pointee.d_type == UInt8(DT_DIR)
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(isFolder ? name + "/" : name) }
    }
    return names
  }
}
