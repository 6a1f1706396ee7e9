import Testing

/// The examples of articles and of doc comments compile as they are printed.
struct ArticleTests {
  @Test func `an example of an article is compiled, or is marked with the reason why not`() throws {
    let compiled = try CompiledCode()
    let examples = try Project.articles.flatMap { try Example.all(in: $0) }
      .filter { !$0.isManifest }
    #expect(examples.contains { $0.path.hasSuffix("AskingQuestions.md") && $0.reason == nil })
    for example in examples {
      let isCompiled = compiled.contains(example)
      if example.reason == nil {
        #expect(isCompiled, "this is not compiled:\n\(example)")
      } else {
        #expect(!isCompiled, "this is compiled, its mark is not true:\n\(example)")
      }
    }
  }

  @Test func `an example of a doc comment is compiled, or is listed with the reason why not`()
    throws
  {
    let compiled = try CompiledCode()
    let examples = try Project.code.flatMap { try Example.all(in: $0) }
    #expect(examples.contains { $0.path.hasSuffix("/Flow.swift") })
    let left = examples.filter { !compiled.contains($0) }
    for example in left where notCompiled[example.name] == nil {
      Issue.record("this is not compiled, nor listed as “\(example.name)”:\n\(example)")
    }
    let names = Set(left.map(\.name))
    #expect(notCompiled.keys.filter { !names.contains($0) } == [], "these are compiled, or gone")
  }

  @Test func `a manifest in an article has products, traits and versions that there are`() throws {
    let manifest = try Project.text(of: "Package.swift")
    let libraries = try #require(manifest.split(separator: "\"\"\"").dropFirst().first)
      .split { $0.isWhitespace }
    let examples = try Project.articles.flatMap { try Example.all(in: $0) }.filter { $0.isManifest }
    #expect(!examples.isEmpty)
    #expect(libraries.contains("FlowlineProgram"))
    for example in examples {
      for product in example.text.matches(of: #/product\(name: "(\w+)", package: "flowline"/#) {
        #expect(libraries.contains(product.output.1), "\(example)")
      }
      for traits in example.text.matches(of: #/traits: \[([^\]]*)\]/#) {
        for trait in traits.output.1.matches(of: #/"(\w+)"/#) {
          #expect(manifest.contains("name: \(trait.output.0), description"), "\(example)")
        }
      }
      for package in example.text.matches(of: #/github\.com\/([^"]+)", from: ("[^"]+")/#) {
        let (_, name, version) = package.output
        #expect(manifest.contains("\"\(name)\", \(version)"), "\(example)")
      }
    }
  }

  @Test func `a fenced block of an article says what it is, so that Swift is not passed over`()
    throws
  {
    for path in Project.articles where path.contains(".docc/") {
      let lines = try Project.text(of: path).split(separator: "\n").filter { $0.hasPrefix("```") }
      for (number, line) in lines.enumerated() where number.isMultiple(of: 2) {
        #expect(line != "```", "block \(number / 2 + 1) of \(path) has no language")
      }
    }
  }

  @Test func `blocks that are indented, or fenced as Swift, are examples`() {
    func codes(_ text: String) -> [String] {
      Example.all(in: text.split(separator: "\n", omittingEmptySubsequences: false), of: "a.md")
        .map(\.text)
    }
    #expect(codes("a\n\n    b {\n\n      c\n    }\n\n- d\n    e") == ["    b {\n      c\n    }"])
    #expect(
      codes("```\n    f\n```\n\n```swift\ng\n\nh\n```\n\n      i\n") == ["g\n\nh", "      i"])
    #expect(codes("    a\n```json\n{}\n```\n    b") == ["    a"])
    #expect(
      Example.comments(of: ["  /// a", "  ///", "  ///     b", "  func c"])
        == ["a", "", "    b", "-"])
  }

  @Test func `a mark gives the reason, and a path in backticks is a file`() throws {
    let mark = "<!-- not compiled: its server is not here -->"
    let lines: [Substring] = [Substring(mark), "```swift", "a", "```", "`b.swift`:", "", "    c"]
    let examples = Example.all(in: lines, of: "a.md")
    #expect(examples.map(\.reason) == ["its server is not here", nil])
    #expect(examples.map(\.isFile) == [false, true])
    #expect(examples.map(\.line) == [3, 7])
  }
}
