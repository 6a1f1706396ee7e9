import BankFlows
import BooksFlows
import Flowline
import Foundation
import SampleBank
import Testing

@testable import FlowlineSchema

/// What the catalogues of both families say of their flows, held against their recorded sessions.
struct RecordedSessionTests {
  private struct Recorded {
    let name: String
    let lines: [Substring]

    /// The line's second word on, for the last line with this verb.
    func last(_ verb: String) -> String? {
      lines.last { $0.hasPrefix("\(verb) ") }.map { String($0.dropFirst(verb.count + 1)) }
    }
  }

  private let catalog: FlowCatalog
  private let sessions: [Recorded]

  init() throws {
    let flows = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Flows").standardizedFileURL
    var catalog = BankFlows.catalog(bank: try SampleBank.make(in: .usual))
    catalog.add(contentsOf: BooksFlows.catalog { throw CancellationError() })
    self.catalog = catalog
    let files = FileManager.default.enumerator(atPath: flows.path())
    var sessions: [Recorded] = []
    while let name = files?.nextObject() as? String {
      guard name.hasSuffix(".flow"),
        let bytes = FileManager.default.contents(atPath: flows.appending(path: name).path())
      else { continue }
      sessions.append(
        Recorded(name: name, lines: String(decoding: bytes, as: UTF8.self).split(separator: "\n")))
    }
    self.sessions = sessions
  }

  @Test func `each marked write follows one of its marked questions`() {
    var writes = 0
    for session in sessions {
      var answered: Set<String> = []
      for line in session.lines {
        let words = line.split(separator: " ").prefix(2).map(String.init)
        guard words.count == 2 else { continue }
        if words[0] == "answer" { answered.insert(words[1]) }
        guard words[0] == "commit" else { continue }
        let marks = catalog.confirmations.filter { $0.commit.rawValue == words[1] }
        guard !marks.isEmpty else { continue }
        writes += 1
        let steps = marks.compactMap { $0.path.last?.rawValue }
        #expect(!answered.isDisjoint(with: steps), "\(session.name): \(words[1])")
      }
    }
    #expect(writes > 10)
  }

  @Test func `each result fits the schema that its flow tells, and every flow tells one`() throws {
    for entry in catalog.offered { #expect(entry.resultSchema != [:], "\(entry.id)") }
    var checked = 0
    for session in sessions {
      guard let result = session.last("finish"),
        let flow = session.last("flow")?.split(separator: " ").first,
        let entry = catalog[FlowID(String(flow))]
      else { continue }
      checked += 1
      let value = try JSONValue(parsing: result)
      #expect(ShapeFinder.shape(of: entry.output).fits(value), "\(session.name)")
    }
    #expect(checked > 20)
  }
}
