import TestSupport
import Testing

@testable import FlowlineTerminal

/// What a script, a film or a report may be put in place of.
struct RecordedFileTests {
  private static let film = #"{"version":3,"term":{"cols":80,"rows":24},"title":"Tea"}"#

  @Test(arguments: [
    "", "\n \n", "format 2\nflow tea 1\n", "format 9\n", "flow tea 1\nanswer kind \"green\"\n",
    "# by hand\n\n  format 2\r\n", "\u{FEFF}format 2\n", "flow \"two words\" 1\n",
    "\(RecordedFileTests.film)\n",
    "\(RecordedFileTests.film)\n[1.500,\"o\",\"a\"]\n",
  ])
  func `a script, a film and a file without contents are replaced`(text: String) {
    #expect(RecordedFile.isReplaced(Array(text.utf8)))
  }

  @Test(arguments: [
    "My thesis.\n", "flow\n", "flow of time\n", "format\n", "format two\n", "format 2 of 3\n",
    "# Thesis\n", "# Thesis\nflow\n", "{}\n", #"{"version":2,"width":80,"height":24}"#,
    #"{"version":3}"#, "[1.500,\"o\",\"a\"]\n", "\u{0}\u{1}",
  ])
  func `a file of anything else is not`(text: String) {
    #expect(!RecordedFile.isReplaced(Array(text.utf8)))
  }

  @Test func `a report replaces one that has nothing but remarks`() {
    #expect(RecordedFile.isReplaced(Array("# Flow: pay\n# Message: x\n".utf8), true))
    #expect(!RecordedFile.isReplaced(Array("# Thesis\nOne.\n".utf8), true))
    #expect(!RecordedFile.isReplaced([0xFF, 0xFE, 0x0A], true))
  }

  @Test func `what is refused is as it was, and what is written can be written again`() throws {
    let folder = try TemporaryFolder()
    let thesis = try folder.write("My thesis.\n", to: "thesis")
    #expect(throws: RecordedFile.Failure.otherFile(thesis)) {
      try RecordedFile.write("format 2\n", to: thesis)
    }
    #expect(try folder.bytes(of: "thesis").elementsEqual("My thesis.\n".utf8))
    for text in ["format 2\n", "format 2\nflow tea 1\n"] {
      try RecordedFile.write(text, to: folder.file("script"))
      #expect(try folder.bytes(of: "script").elementsEqual(text.utf8))
    }
  }

  @Test func `a session that is kept under its id is not replaced`() throws {
    let folder = try TemporaryFolder()
    let id = "5aebabd1-45c0-4f17-a694-ff70aac3108a"
    let kept = "format 2\nflow tea 1\nsession \(id)\n\nanswer a \"b\"\n"
    let session = try folder.write(kept, to: "\(id).flow")
    #expect(throws: RecordedFile.Failure.savedSession(session)) {
      try RecordedFile.write("format 2\n", to: session)
    }
    #expect(try folder.bytes(of: "\(id).flow").elementsEqual(kept.utf8))
    // A script of it that is called otherwise, or of another session, is a script.
    for name in ["tea.flow", "00000000-45c0-4f17-a694-ff70aac3108a.flow", id] {
      try RecordedFile.write("format 2\n", to: folder.write(kept, to: name))
    }
  }

  @Test func `a device has nothing to lose`() throws {
    try RecordedFile.write("format 2\n", to: "/dev/null")
  }
}
