import BooksFlows
import Flowline
import FlowlineTesting
import Foundation
import SampleBooks
import Synchronization
import Testing

/// Replays every script under `Flows/Books`: from its record, and live at the sample’s books.
struct ScriptTests {
  @Test(arguments: try ScriptCase.all(in: "../../Flows/Books"))
  func `replays from its record`(script: ScriptCase) {
    script.expectMatch(.recorded) { environment in
      BooksFlows.catalog(SampleBooks.lazy(in: environment))
    }
  }

  @Test(arguments: try ScriptCase.all(in: "../../Flows/Books"))
  func `replays live`(script: ScriptCase) {
    script.expectMatch(.live) { environment in
      BooksFlows.catalog(SampleBooks.lazy(in: environment))
    }
  }

  @Test(arguments: try ScriptCase.all(in: "../../Flows/Books"))
  func `its usage log contains no answers`(script: ScriptCase) throws {
    let lines = UsageLines()
    script.expectMatch(.live) { environment in
      BooksFlows.catalog(SampleBooks.lazy(in: environment)).observed(by: lines.log)
    }
    let text = lines.text
    #expect(text.contains("\"event\":\"asked\""))
    let journal = try Script(parsing: [UInt8](Data(contentsOf: URL(filePath: script.path))))
      .journal(or: .current)
    for answer in journal.answers {
      for word in words(in: answer.value) { #expect(!text.contains(word), "\(word)") }
    }
    #expect(!text.contains("@") && !text.contains("£"))
  }

  /// What of an answer somebody typed: texts that are no key of a choice, and amounts.
  private func words(in value: JSONValue) -> [String] {
    switch value {
    case .string(let text): text.contains { " @.,".contains($0) } ? [text] : []
    case .integer(let number): abs(number) > 999 ? [String(number)] : []
    case .array(let values): values.flatMap(words)
    case .object(let members): members.values.flatMap(words)
    default: []
    }
  }

  /// The lines of a usage log whose clock stands still.
  private final class UsageLines: Sendable {
    private let lines = Mutex<[String]>([])

    var log: UsageLog {
      UsageLog(clock: ManualFlowClock(at: Date(timeIntervalSince1970: 0))) { event in
        self.lines.withLock { $0.append(event.json.text) }
      }
    }
    var text: String { lines.withLock { $0.joined(separator: "\n") } }
  }
}
