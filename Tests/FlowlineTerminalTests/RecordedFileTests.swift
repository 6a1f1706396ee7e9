import Flowline
import FoundationEssentials
import Glibc
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

  /// The script of a session.
  private enum Tea {
    static let id = "5aebabd1-45c0-4f17-a694-ff70aac3108a"
    static let head = "format 2\nflow tea 1\nsession \(id)\n"
    static let unfinished = "\(head)\nshow kind choice [\"green\"]\nanswer kind \"green\"\n"
  }

  @Test(arguments: [
    Tea.unfinished, Tea.unfinished.replacing("\n", with: "\r\n"),
    // Nobody else knows the key of a write in doubt.
    "\(Tea.unfinished)commit order {\"key\":\"1\",\"of\":null}\n",
    // Damaged, of a newer version, or with an end that was cut off.
    Tea.unfinished.replacing("answer", with: "anwser"),
    Tea.unfinished.replacing("format 2", with: "format 3").replacing("show", with: "ask"),
    "\(Tea.unfinished)finish \"gre",
    // A recording that was resumed.
    "\(KeptScript.recording(of: Tea.unfinished))answer milk 3\n",
  ])
  func `a session that has not ended is not replaced, whatever its file is called`(
    kept: String
  ) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(kept, to: "tea.flow")
    #expect(throws: RecordedFile.Failure.unfinishedSession(path)) {
      try RecordedFile.write("format 2\n", to: path)
    }
    #expect(try folder.bytes(of: "tea.flow").elementsEqual(kept.utf8))
  }

  @Test(arguments: [
    "\(Tea.unfinished)finish \"green\"\n", "\(Tea.unfinished)cancelled \"user\"\n",
    "\(Tea.unfinished)failed {\"error\":\"x\"}\n",
    // By hand; a head whose recorder was killed; without a session.
    "\(Tea.head)\n# All.\nanswer kind \"green\"\nback kind\n",
    Tea.head, "flow tea 1\n\nshow kind choice\nanswer kind 1\n",
  ])
  func `a session that has ended and a script by hand are replaced`(script: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(script, to: "tea.flow")
    #expect(KeptScript.recording(of: script) == script)
    try RecordedFile.write("format 2\n", to: path)
    #expect(try folder.bytes(of: "tea.flow").elementsEqual("format 2\n".utf8))
  }

  @Test func `a recording of a walk that was left is replaced, and can be resumed`() throws {
    let folder = try TemporaryFolder()
    let recording = KeptScript.recording(of: Tea.unfinished)
    #expect(recording == "\(Tea.unfinished)\(KeptScript.remark)\n")
    #expect(KeptScript.recording(of: recording) == recording)
    for text in [recording, KeptScript.recording(of: "\(Tea.unfinished)show milk number\n")] {
      try RecordedFile.write(text, to: folder.file("cut.flow"))
      #expect(try folder.bytes(of: "cut.flow").elementsEqual(text.utf8))
    }
    let journal = try Script(parsing: recording).journal(or: .current)
    #expect(journal.answers.map(\.value) == ["green"] && !journal.isEnded)
  }

  @Test func `a file that a session has open is not replaced, by a link either`() throws {
    let folder = try TemporaryFolder()
    let (path, link) = (folder.file("tea.flow"), folder.file("link.flow"))
    #expect(symlink(path, link) == 0)
    let record = try OneFileStore(path: path).begin(try #require(UUID(uuidString: Tea.id)))
    let ended = "\(Tea.unfinished)finish \"green\"\n"
    try record.append(ended, isDurable: true)
    for name in [path, link] {
      #expect(throws: RecordedFile.Failure.inUse(name)) {
        try RecordedFile.write("format 2\n", to: name)
      }
    }
    #expect(try folder.bytes(of: "tea.flow").elementsEqual(ended.utf8))
    record.close()
    try RecordedFile.write("format 2\n", to: link)
    #expect(try folder.bytes(of: "tea.flow").elementsEqual("format 2\n".utf8))
    #expect(try folder.names() == ["link.flow", "tea.flow"])
  }

  @Test func `a device has nothing to lose`() throws {
    try RecordedFile.write("format 2\n", to: "/dev/null")
  }
}
