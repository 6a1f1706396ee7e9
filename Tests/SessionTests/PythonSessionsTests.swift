import Foundation
import PythonSessions
import TestSupport
import Testing

/// Which sessions count as passed.
struct PythonSessionsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var sessions: PythonSessions {
    PythonSessions(at: URL(filePath: folder.path), with: "flowline", as: "FLOWLINE")
  }

  /// Runs a session whose test case has these lines.
  private func run(_ lines: String...) async throws -> PythonSessions.Result {
    let head = ["import os", "import unittest", "", "", "class Session(unittest.TestCase):"]
    try folder.write(
      (head + lines.map { "    \($0)" }).joined(separator: "\n") + "\n", to: "test_it.py")
    #expect(sessions.names == ["test_it"])
    return try await sessions.run("test_it")
  }

  @Test func `a session passes whose tests all pass, and knows its program`() async throws {
    let run = try await run(
      "def test_it(self):",
      "    self.assertEqual(os.path.basename(os.environ['FLOWLINE']), 'flowline')")
    #expect(run.isGood, "\(run.output)")
  }

  @Test func `a session fails with one of its tests`() async throws {
    let run = try await run(
      "def test_it(self):", "    pass", "def test_that(self):", "    self.fail('broken')")
    #expect(!run.isGood && run.output.contains("broken"))
  }

  @Test func `a session with a skipped test proves nothing`() async throws {
    let run = try await run(
      "def test_it(self):", "    pass", "@unittest.skip('not here')", "def test_that(self):",
      "    pass")
    #expect(!run.isGood && run.output.contains("skipped=1"))
    let later = try await self.run("def test_it(self):", "    self.skipTest('not here')")
    #expect(!later.isGood)
  }

  @Test func `a session without a test proves nothing`() async throws {
    let run = try await run("pass")
    #expect(!run.isGood && run.output.contains("Ran 0 tests"))
  }

  @Test func `a folder without sessions is a session that fails`() async throws {
    try folder.write("import unittest\n", to: "helpers.py")
    let name = try #require(sessions.names.first)
    #expect(name == folder.path)
    #expect(try await !sessions.run(name).isGood)
  }
}
