import Flowline
import Foundation
import TestSupport
import Testing

@testable import FlowlineTerminal

/// The names of files as people type them and as terminals paste them.
struct FilePathTests {
  private let temporary: TemporaryFolder
  private var folder: String { temporary.path }

  init() throws { temporary = try TemporaryFolder() }

  private func make(_ name: String, _ text: String = "%PDF-1.7\n") throws {
    try text.write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8)
  }

  @Test(arguments: [
    ("'FOLDER/spa ce ü.pdf'", "spa ce ü.pdf"), (#""FOLDER/spa ce ü.pdf""#, "spa ce ü.pdf"),
    (#"FOLDER/spa\ ce\ ü.pdf"#, "spa ce ü.pdf"), ("FOLDER/spa ce ü.pdf", "spa ce ü.pdf"),
    (#"'FOLDER/it'\''s.pdf'"#, "it's.pdf"), (#"FOLDER/it\'s.pdf"#, "it's.pdf"),
    ("FOLDER/it's.pdf", "it's.pdf"), ("file://FOLDER/spa%20ce%20%C3%BC.pdf", "spa ce ü.pdf"),
    ("file://localhostFOLDER/100%25.pdf", "100%.pdf"), ("'file://FOLDER/it%27s.pdf'", "it's.pdf"),
    ("FOLDER/100%.pdf", "100%.pdf"),
  ])
  func `a file is found as a terminal or a file manager names it`(
    typed: String, name: String
  ) throws {
    for file in ["spa ce ü.pdf", "it's.pdf", "100%.pdf"] { try make(file) }
    let typed = typed.replacing("FOLDER", with: folder)
    #expect(FilePath.unquoted(typed) == "\(folder)/\(name)")
  }

  @Test(arguments: [
    "'FOLDER/none.pdf'", #"FOLDER/no\ ne.pdf"#, "file://FOLDER/none.pdf", "'FOLDER/a.pdf",
    "'FOLDER/a.pdf' 'FOLDER/a.pdf'", #"FOLDER/a.pdf\"#, "file://elsewhereFOLDER/a.pdf",
    "file://FOLDER/a.pdf%0", "file://FOLDER/a.pdf%00", "file:a.pdf", "'", "",
  ])
  func `what leads to no file is left as it was typed`(typed: String) throws {
    try make("a.pdf")
    let typed = typed.replacing("FOLDER", with: folder)
    #expect(FilePath.unquoted(typed) == typed)
  }

  @Test(arguments: [
    ("FOLDER/sub d", "FOLDER/sub dir/"), (#"FOLDER/sub\ d"#, #"FOLDER/sub\ dir/"#),
    ("'FOLDER/sub d", "'FOLDER/sub dir/"), (#""FOLDER/sub d"#, #""FOLDER/sub dir/"#),
    (#"FOLDER/sub\ dir/it"#, #"FOLDER/sub\ dir/it\'s.pdf"#),
    ("'FOLDER/sub dir/it", #"'FOLDER/sub dir/it'\''s.pdf'"#),
    (#"FOLDER/"sub d"#, #"FOLDER/"sub dir/"#),
    (#""FOLDER/sub dir/it"#, #""FOLDER/sub dir/it's.pdf""#),
    ("file://FOLDER/sub%20d", "file://FOLDER/sub%20dir/"),
    ("file://FOLDER/sub%20dir/i", "file://FOLDER/sub%20dir/it%27s.pdf"),
  ])
  func `a path is completed as it is quoted, and what comes of it is read`(
    typed: String, completed: String
  ) throws {
    try FileManager.default.createDirectory(
      atPath: "\(folder)/sub dir", withIntermediateDirectories: true)
    try make("sub dir/it's.pdf")
    let typed = typed.replacing("FOLDER", with: folder)
    let result = FileCompletion.complete(typed)
    #expect(typed.hasSuffix(result.replaced))
    let whole = typed.dropLast(result.replaced.count) + (result.candidates.first?.text ?? "")
    #expect(result.candidates.count == 1)
    #expect(whole == completed.replacing("FOLDER", with: folder))
    if !whole.hasSuffix("/") {
      #expect(FilePath.unquoted(String(whole)) == "\(folder)/sub dir/it's.pdf")
    }
  }

  @Test func `what is there as it was typed goes before what it may mean`() throws {
    try make("a b.pdf")
    try make(#"a\ b.pdf"#)
    let typed = #"\#(folder)/a\ b.pdf"#
    #expect(FilePath.unquoted(typed) == typed)
  }

  private struct AttachingFlow: Flow {
    let id: FlowID = "attach"

    func run(_ context: FlowContext) async throws -> String {
      try await context.run(FileScreen("receipt", "Attach the receipt?")).name
    }
  }

  @Test func `a file that was dropped on the terminal answers, and a file of lines is read`() throws
  {
    try make("spa ce.pdf")
    try make("the lines.txt", "'\(folder)/spa ce.pdf'\n")
    for line in ["'\(folder)/spa ce.pdf' ", #":source \#(folder)/the\ lines.txt"#] {
      let report = try Stage().walk(AttachingFlow(), .line(line))
      #expect(report.outcome?.result == "spa ce.pdf")
    }
  }
}
