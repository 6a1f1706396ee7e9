import Flowline
import Foundation
import Testing

@testable import FlowlineTerminal

/// What is said of sessions that cannot be kept or resumed: what to do fits where they are.
struct SessionFaultTests {
  private let words = Words(
    FlowEnvironment(
      locale: Locale(identifier: "en_GB"), timeZone: .gmt, now: Date(timeIntervalSince1970: 0)))

  @Test(arguments: [StoreFailure.Code.notAllowed, .unwritable])
  func `another folder is advised for what is in that folder, and not for a file with a name`(
    code: StoreFailure.Code
  ) {
    let folder = FilePath.state(of: "tea")
    for place in [folder, "\(folder)/sessions"] {
      #expect(words(StoreFailure(code, at: place, "full")).contains("XDG_STATE_HOME"))
    }
    for place in ["a.flow", "read-only/a.flow", "/nowhere/a.flow", "/nowhere"] {
      let told = words(StoreFailure(code, at: place, "full"))
      #expect(!told.contains("XDG_STATE_HOME") && told.contains(place), "\(told)")
    }
  }

  @Test func `of a damaged file nothing is to be forgotten that no list has`() {
    let fault = ResumeFault.damaged(ScriptFault(line: 3, expected: "a verb", got: "another word"))
    #expect(words(fault, of: "5e5510f1").contains("Forget the session"))
    let told = words(fault, of: "a.flow", isFile: true)
    #expect(!told.contains("Forget") && told.contains("a.flow is damaged in line 3"), "\(told)")
  }
}
