import FoundationEssentials

/// What code says to people in English: the causes and the advice that have codes, under which front ends find
/// other languages, and those that have none.
package struct CodedTexts: Sendable {
  /// The codes of causes.
  package let causes: Set<String>
  /// The codes of advice: of sentences, which begin with a capital.
  package let advice: Set<String>
  /// The lines with a cause that is English and has no code.
  ///
  /// Words of somebody else's, such as an operating system's, are made with `CodedText(words:)`.
  package let uncoded: [String]

  /// Reads code.
  ///
  /// - Parameters:
  ///   - places: the folders and files, below the folder of the package.
  ///   - part: what files that are left out have in their paths; nil to read all.
  package init(in places: [String], leavingOut part: String? = nil) {
    let code = Self.files(in: places).filter { file in
      part.map { !file.contains($0) } ?? true
    }.map { String(decoding: (try? Data(contentsOf: URL(filePath: $0))) ?? Data(), as: UTF8.self) }
      .joined(separator: "\n")
    var (causes, advice) = (Set<String>(), Set<String>())
    for match in code.matches(of: /CodedText\(\s*"([a-z-]+)",\s*("[A-Z]|advice\b)?/) {
      let code = String(match.output.1)
      if match.output.2 == nil { causes.insert(code) } else { advice.insert(code) }
    }
    (self.causes, self.advice) = (causes, advice)
    let labelled = /(?:cause:|CodedText\(\s*words:\s*(?="[a-z]))\s*"[^\n]*/
    let inCases = /\.(?:noAnswer|noConnection|request|unavailable|unreadable)\(\s*"[^\n]*/
    let inCasesOfBooks = /\.(?:busy|loggedOut|notSent)\(\s*"[^\n]*/
    uncoded = [labelled, inCases, inCasesOfBooks].flatMap { pattern in
      code.matches(of: pattern).map { String($0.output) }
    }
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  private static func files(in places: [String]) -> [String] {
    places.flatMap { place in
      let path = root.appending(path: place).path
      guard !path.hasSuffix(".swift") else { return [path] }
      return ((try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []).sorted()
        .filter { $0.hasSuffix(".swift") }.map { "\(path)/\($0)" }
    }
  }
}
