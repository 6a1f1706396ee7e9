/// The Swift that tests compile and documents may print.
///
/// It is what files of the tests whose names end with `Examples.swift` have, the samples, and the
/// packages that `test_outside.py` builds of what documents print. It is compared without white
/// space, so that lines may be broken elsewhere, and without lines that are comments: what is a
/// comment alone is not compiled.
struct CompiledCode {
  private let code: String

  /// Reads all of it.
  init() throws {
    let outside = try Project.text(of: "Tests/Documentation/test_outside.py")
    // The names of the documents whose packages are built.
    let documents = outside.matches(of: #/Document\(f?"(?:\{ENGINE\}/)?([^"]+)"\)/#)
      .map { String($0.output.1) }
    let built = Project.articles.filter { documents.contains(Self.name(of: $0)) }
    let printed = try built.flatMap { try Example.all(in: $0) }.filter { $0.isFile }.map(\.lines)
    let files =
      Project.files(below: "Tests", endingWith: "Examples.swift")
      + Project.files(below: "Samples", endingWith: ".swift")
    let written = try files.map {
      try Project.text(of: $0).split(separator: "\n", omittingEmptySubsequences: false)
    }
    code = (printed + written).map { Self.squeezed($0) }.joined(separator: "\n")
  }

  /// Whether the lines of an example are in it.
  ///
  /// What is above and below a line `...` is looked for by itself.
  func contains(_ example: Example) -> Bool {
    let parts = example.lines.split { line in
      ["...", "…"].contains(line.drop { $0 == " " })
    }
    return !parts.isEmpty && parts.allSatisfy { code.contains(Self.squeezed($0)) }
  }

  private static func name(of path: String) -> String {
    path.split(separator: "/").last.map { String($0) } ?? path
  }

  private static func squeezed(_ lines: some Sequence<Substring>) -> String {
    lines.map { $0.filter { !$0.isWhitespace } }.filter { !$0.hasPrefix("//") }.joined()
  }
}

extension Project {
  /// The README and the articles of all modules.
  static var articles: [String] {
    ["README.md"]
      + files(below: "Sources", "Flows", endingWith: ".md").filter { $0.contains(".docc/") }
  }

  /// The code whose doc comments are on the site, and what else modules have.
  static var code: [String] { files(below: "Sources", "Flows", endingWith: ".swift") }
}
