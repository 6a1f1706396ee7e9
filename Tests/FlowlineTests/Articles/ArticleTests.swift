import Foundation
import Testing

/// The examples of articles and of doc comments compile as they are printed.
struct ArticleTests {
  /// The code that has the examples.
  private static let compiled = [
    "Tests/FlowlineTests/Articles/AskingExamples.swift",
    "Tests/FlowlineTests/Articles/ComposingExamples.swift",
    "Tests/FlowlineTests/Articles/DocumentedExamples.swift",
    "Tests/FlowlineTests/Articles/WaitingExamples.swift",
    "Tests/FlowlineTestingTests/TesterExamples.swift",
    "Tests/FlowlineWebTests/DocumentedExamples.swift",
  ]

  private static func text(of path: String) throws -> String {
    let project = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
    return try String(
      contentsOf: project.appending(path: path).standardizedFileURL, encoding: .utf8)
  }

  @Test(arguments: [
    "Flowline/Flowline/CustomKind.swift",
    "Flowline/Flowline/Destination.swift",
    "Flowline/Flowline/Flow.swift",
    "Flowline/Flowline/FlowContext+Pages.swift",
    "Flowline/Flowline/FlowContext.swift",
    "Flowline/Flowline/FlowController+Delivering.swift",
    "Flowline/Flowline/Flowline.docc/AskingQuestions.md",
    "Flowline/Flowline/Flowline.docc/ComposingFlows.md",
    "Flowline/Flowline/Flowline.docc/WaitingForEvents.md",
    "Flowline/Flowline/Form.swift",
    "Flowline/Flowline/Load.swift",
    "Flowline/Flowline/Migration.swift",
    "Flowline/Flowline/ScreenWarning.swift",
    "Flowline/Flowline/Screens/InputPurpose.swift",
    "Flowline/Flowline/Screens/SpentScreen.swift",
    "FrontEnds/FlowlineHost/FlowlineHost.docc/FlowlineHost.md",
    "FrontEnds/FlowlineWeb/API/SessionAPI.swift",
    "FrontEnds/FlowlineWeb/Lock/WebLock.swift",
    "FrontEnds/FlowlineWeb/Site/FlowlineSite+Pages.swift",
    "FrontEnds/FlowlineWeb/Site/FlowlineSite.swift",
    "FrontEnds/FlowlineWeb/Visitors/Visitors.swift",
  ])
  func `an example compiles as it is printed`(path: String) throws {
    let compiled = try Self.compiled.map { Self.squeezed(try Self.text(of: $0)) }.joined()
    let text = try Self.text(of: "Sources/\(path)")
    let examples = Self.examples(in: path.hasSuffix(".swift") ? Self.comments(of: text) : text)
    #expect(!examples.isEmpty)
    for example in examples {
      #expect(compiled.contains(Self.squeezed(example)), "this is not compiled:\n\(example)")
    }
  }

  @Test func `indented blocks are examples, fenced ones and continued lines are not`() {
    let text = "a\n\n    b {\n\n      c\n    }\n\n- d\n    e\n\n```\n    f\n```\n\n      g\n"
    #expect(Self.examples(in: text) == ["    b {\n      c\n    }", "      g"])
    #expect(Self.comments(of: "  /// a\n  ///\n  ///     b\n  func c\n") == "a\n\n    b\n-")
  }

  /// A text without white space, so that lines may be broken elsewhere.
  private static func squeezed(_ text: String) -> String { text.filter { !$0.isWhitespace } }

  /// The doc comments of code, as Markdown; a line of code ends what is above it.
  private static func comments(of code: String) -> String {
    code.split(separator: "\n").map { line -> String in
      let text = line.drop { $0 == " " }
      guard text.hasPrefix("///") else { return "-" }
      let comment = text.dropFirst(3)
      return String(comment.hasPrefix(" ") ? comment.dropFirst() : comment)
    }
    .joined(separator: "\n")
  }

  /// The indented blocks of Markdown.
  private static func examples(in text: String) -> [String] {
    var examples: [[Substring]] = []
    var (isFenced, isInside, isAfterBlank) = (false, false, true)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") { isFenced.toggle() }
      let isBlank = line.allSatisfy { $0 == " " }
      defer { isAfterBlank = isBlank }
      guard !isBlank else { continue }
      let isExample = !isFenced && line.hasPrefix("    ") && (isInside || isAfterBlank)
      if isExample, isInside {
        examples[examples.count - 1].append(line)
      } else if isExample {
        examples.append([line])
      }
      isInside = isExample
    }
    return examples.map { $0.joined(separator: "\n") }
  }
}
