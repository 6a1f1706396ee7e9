import Foundation

/// Swift that an article or a doc comment prints.
struct Example: CustomStringConvertible {
  /// The file, by its path in the project.
  let path: String
  /// The number of its first line, from 1.
  let line: Int
  /// The last line above it that is not empty: a sentence, the name of a file, or a mark.
  let lead: Substring
  /// The code.
  fileprivate(set) var lines: [Substring] = []

  /// Why no test compiles it, if a mark above it says that; such a mark is not shown on the page.
  var reason: Substring? {
    lead.wholeMatch(of: #/<!-- not compiled: (.+) -->/#).map { $0.output.1 }
  }

  /// Whether it is a file of a package, whose path is the line above it.
  var isFile: Bool { lead.hasPrefix("`") && lead.hasSuffix("`:") }

  /// Whether it is a package's manifest, or a line of one.
  var isManifest: Bool { text.contains("= Package(") || text.contains(".package(") }

  /// The code as one text.
  var text: String { lines.joined(separator: "\n") }

  /// By what the list of those that are not compiled names it.
  var name: String { "\(path): \(lines.first?.drop { $0 == " " } ?? "")" }

  /// Where it is, and the code.
  var description: String { "\(path):\(line)\n\(text)" }
}

extension Example {
  /// The examples of a file: of an article, or of the doc comments in code.
  static func all(in path: String) throws -> [Example] {
    let text = try Project.text(of: path)
    let isArticle = path.hasSuffix(".md")
    // Few files have any, and most of the time is spent on splitting.
    guard isArticle || text.contains("///     ") || text.contains("/// ```swift") else {
      return []
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return all(in: isArticle ? lines : comments(of: lines), of: path)
  }

  /// The examples of Markdown: blocks that are fenced as Swift, and blocks that are indented.
  ///
  /// What is indented cannot say what it is, so that another language is always fenced.
  static func all(in lines: [Substring], of path: String) -> [Example] {
    var examples: [Example] = []
    var open: Example?
    var (lead, isFenced, isAfterBlank): (Substring, Bool, Bool) = ("", false, true)
    for (number, line) in zip(1..., lines) {
      let isBlank = line.allSatisfy { $0 == " " }
      if line.hasPrefix("```") {
        if let example = open { examples.append(example) }
        open =
          !isFenced && line == "```swift"
          ? Example(path: path, line: number + 1, lead: lead) : nil
        isFenced.toggle()
        lead = ""
      } else if isFenced {
        open?.lines.append(line)
      } else if !isBlank, line.hasPrefix("    "), open != nil || isAfterBlank {
        if open == nil { open = Example(path: path, line: number, lead: lead) }
        open?.lines.append(line)
      } else if !isBlank {
        if let example = open { examples.append(example) }
        (open, lead) = (nil, line)
      }
      isAfterBlank = isBlank
    }
    return examples + (open.map { [$0] } ?? [])
  }

  /// The doc comments of code, as Markdown; a line of code ends what is above it.
  static func comments(of lines: [Substring]) -> [Substring] {
    lines.map { line in
      let text = line.drop { $0 == " " }
      guard text.hasPrefix("///") else { return "-" }
      let comment = text.dropFirst(3)
      return comment.hasPrefix(" ") ? comment.dropFirst() : comment
    }
  }
}

/// The files of the project.
enum Project {
  private static let root = URL(filePath: #filePath).appending(path: "../../../..")
    .standardizedFileURL

  /// The text of a file, by its path in the project.
  static func text(of path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The paths of the files below some folders whose names end so, sorted.
  static func files(below folders: String..., endingWith end: String) -> [String] {
    folders.flatMap { folder in
      let files = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
      let paths = files?.allObjects as? [String] ?? []
      return paths.filter { $0.hasSuffix(end) }.map { "\(folder)/\($0)" }
    }
    .sorted()
  }
}
