import Flowline
import FlowlineTesting
import Foundation
import TestSupport
import Testing

struct ScriptCaseTests {
  @Test(arguments: try ScriptCase.all(in: "Scripts"))
  func `replays the scripts of a directory`(script: ScriptCase) {
    script.expectMatch(.recorded, of: teas)
    script.expectMatch(.live) { environment in
      #expect(environment.locale.identifier == "en_GB" || script.name == "answers-only")
      return teas
    }
  }

  @Test func `finds all scripts in a directory and below it, by name`() throws {
    #expect(try ScriptCase.all(in: "Scripts").map(\.name) == ["answers-only", "tea"])
    let found = try ScriptCase.all(in: "..").map(\.testDescription)
    #expect(found.contains("FlowlineTestingTests/Scripts/tea.flow"))
  }

  @Test func `says so where there is no script`() throws {
    let fault = try #require(throws: NoScripts.self) { try ScriptCase.all(in: "Nowhere") }
    #expect(fault.description.contains("FlowlineTestingTests/Nowhere"))
  }

  @Test(arguments: [
    ("flow tea 1\nanswer name \"Ada\"\nanswer tea \"black\"\n", 3, "refused: not-a-choice"),
    ("flow tea 1\nanswer name \"Ada\"\nanswer cup 1\n", 3, "the flow asks tea"),
    ("flow tea 1\nrefuse name \"Ada\" empty\n", 2, "accepted"),
    (
      "flow tea 1\nanswer name \"A\"\nanswer tea \"green\"\nfinish {\"name\":\"B\",\"tea\":\"green\"}\n",
      4, "got      finish {\"name\":\"A\",\"tea\":\"green\"}"
    ),
    ("flow tea 1\nanswer name \"Ada\nfinish true\n", 2, "the script is damaged"),
    ("flow tea 1\n\nanswer name \"Ada\"\nanswer te", 4, "the last line has no end"),
    ("flow tea 2\nanswer name \"Ada\"\n", 1, "this program has version 1"),
    ("flow coffee 1\nanswer name \"Ada\"\n", 1, "no flow is called coffee; known: tea"),
    ("flow tea 1\n", 1, "tells nothing"),
    ("", 1, "the script is empty"),
  ])
  func `points at the script's own line`(text: String, line: Int, message: String) throws {
    let script = try TemporaryScript(text)
    let found = issues { script.file.expectMatch(of: teas) }
    #expect(found.count == 1)
    let issue = try #require(found.first)
    #expect(issue.text.contains(message))
    #expect(issue.sourceLocation?.line == line)
    #expect(issue.sourceLocation?.filePath == script.file.path)
  }

  @Test func `says so where the file cannot be read`() throws {
    let found = issues { ScriptCase(path: "/nowhere/tea.flow").expectMatch(of: teas) }
    #expect(found.map(\.sourceLocation?.filePath) == ["/nowhere/tea.flow"])
    #expect(found.first?.text.contains("cannot be played") == true)
  }
}
