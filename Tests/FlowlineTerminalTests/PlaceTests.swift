import Flowline
import Testing

@testable import FlowlineTerminal

/// Flows that are shown in a place of their own, at a terminal.
struct PlaceTests {
  private struct Shop: Flow {
    let id: FlowID = "shop"

    func run(_ context: FlowContext) async throws -> String {
      let item = try await context.run(TextScreen("item", "Which item?"))
      let card = try await context.outcome(
        of: Card().presented(.modal), handler: FlowHandler())
      let note = try await context.run(TextScreen("note", "A note?"))
      return if case .finished(let name) = card { "\(item) \(name) \(note)" } else { note }
    }
  }

  private struct Card: Flow {
    let id: FlowID = "card"
    var title: Text { "Add a card" }

    func run(_ context: FlowContext) async throws -> String {
      let name = try await context.run(TextScreen("name", "Your name?"))
      return name + (try await context.run(Bank().presented(.pushed)))
    }
  }

  private struct Bank: Flow {
    let id: FlowID = "bank"

    func run(_ context: FlowContext) async throws -> String {
      try await context.run(TextScreen("sort", "Sort code?"))
    }
  }

  private func places(in stage: Stage) -> [String] {
    stage.messages.filter { $0.hasPrefix("Opened:") || $0.hasPrefix("Closed:") }
  }

  @Test func `rule 10: a line says where a place begins, and where it is closed`() throws {
    let stage = try Stage()
    let report = try stage.walk(Shop(), "tea", "Ada", "7", "thanks")
    #expect(report.outcome?.result == "tea Ada7 thanks")
    #expect(
      places(in: stage) == ["Opened: “Add a card”.", "Opened: “bank”.", "Closed: “bank”."])
    let opened = try #require(stage.messages.firstIndex { $0 == "Opened: “Add a card”." })
    #expect(stage.messages[opened + 1].contains("Shop › Add a card · "))
  }

  @Test func `rule 9: leaving a place goes on outside of it`() throws {
    let stage = try Stage()
    let report = try stage.walk(Shop(), "tea", ":cancel", "thanks")
    #expect(report.outcome?.result == "thanks")
    #expect(places(in: stage) == ["Opened: “Add a card”.", "Closed: “Add a card”."])
  }

  @Test func `rule 12: going back out of a place closes it`() throws {
    let stage = try Stage("ru")
    _ = try stage.walk(Shop(), "чай", ":back", ":quit")
    #expect(
      stage.messages.filter { $0.hasPrefix("Открыто:") || $0.hasPrefix("Закрыто:") }
        == ["Открыто: «Add a card».", "Закрыто: «Add a card»."])
  }
}
