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
      places(in: stage) == [
        "Opened: “Add a card”.", "Opened: “bank”.", "Closed: “bank”.", "Closed: “Add a card”.",
      ])
    let opened = try #require(stage.messages.firstIndex { $0 == "Opened: “Add a card”." })
    #expect(stage.messages[opened + 1].contains("Shop › Add a card · "))
  }

  /// Shows a place in a place, of which the outer asks nothing before the inner.
  private struct Visit: Flow {
    let id: FlowID = "visit"

    func run(_ context: FlowContext) async throws -> String {
      _ = try await context.outcome(of: Around().presented(.modal), handler: FlowHandler())
      return try await context.run(TextScreen("note", "A note?"))
    }
  }

  private struct Around: Flow {
    let id: FlowID = "around"

    func run(_ context: FlowContext) async throws -> String {
      let bank = try await context.outcome(of: Bank().presented(.pushed))
      let name = try await context.run(TextScreen("name", "Your name?"))
      return if case .finished(let sort) = bank { sort + name } else { name }
    }
  }

  @Test func `rule 10: an outer place that asks nothing is opened first, each place once`() throws {
    let stage = try Stage()
    let report = try stage.walk(Visit(), "7", "Ada", "thanks")
    #expect(report.outcome?.result == "thanks")
    #expect(
      places(in: stage) == [
        "Opened: “around”.", "Opened: “bank”.", "Closed: “bank”.", "Closed: “around”.",
      ])
  }

  @Test func `rule 4: a place that is left in the middle is closed alone`() throws {
    let stage = try Stage()
    _ = try stage.walk(Visit(), ":cancel", ":cancel", ":quit")
    #expect(
      places(in: stage) == [
        "Opened: “around”.", "Opened: “bank”.", "Closed: “bank”.", "Closed: “around”.",
      ])
    let note = try #require(stage.messages.firstIndex { $0.contains("A note?") })
    let name = try #require(stage.messages.firstIndex { $0.contains("Your name?") })
    let bank = try #require(stage.messages.firstIndex { $0 == "Closed: “bank”." })
    let around = try #require(stage.messages.firstIndex { $0 == "Closed: “around”." })
    #expect(bank < name && name < around && around < note)
  }

  @Test(arguments: ["around", "AROUND", "visit/around"])
  func `rule 4: a flow in the middle is cancelled by its name, with the places in it`(
    name: String
  ) throws {
    let stage = try Stage()
    let report = try stage.walk(Visit(), .line(":cancel \(name)"), "thanks")
    #expect(report.outcome?.result == "thanks")
    #expect(
      places(in: stage) == [
        "Opened: “around”.", "Opened: “bank”.", "Closed: “bank”.", "Closed: “around”.",
      ])
    #expect(report.journal.text.contains("\ncancel around user\n"))
    #expect(!stage.messages.contains { $0.contains("Your name?") })
  }

  @Test func `a flow is cancelled by its title, and the root flow by its name`() throws {
    let stage = try Stage()
    let titled = try stage.walk(Shop(), "tea", "Ada", ":cancel add a card", "thanks")
    #expect(titled.outcome?.result == "thanks")
    #expect(stage.messages.contains { $0.contains("Cancelled: Add a card.") })
    let root = try stage.walk(Shop(), "tea", "Ada", ":cancel shop")
    guard case .ended = root.end, case .cancelled(.user)? = root.outcome else {
      Issue.record("\(root.end)")
      return
    }
  }

  /// A flow in a flow of the same name.
  private struct Doll: Flow {
    let id: FlowID = "doll"
    let inside: Int

    func run(_ context: FlowContext) async throws -> String {
      if inside > 0 {
        _ = try await context.outcome(of: Doll(inside: inside - 1), handler: FlowHandler())
      }
      return try await context.run(
        TextScreen("name", Text(verbatim: "Name of doll \(inside)?")))
    }
  }

  @Test func `of several flows of a name the innermost is cancelled`() throws {
    let stage = try Stage()
    let report = try stage.walk(Doll(inside: 2), ":cancel doll", ":cancel doll", "Olga")
    #expect(report.outcome?.result == "Olga")
    for inside in 0...2 {
      #expect(stage.messages.contains { $0.contains("Name of doll \(inside)?") })
    }
  }

  @Test func `a name that is not open is refused with those that are, which complete`() throws {
    let stage = try Stage()
    stage.columns = 200
    let source = ScriptedSource([":cancel bakn", ":quit"])
    var completed: [String: [String]] = [:]
    source.whileAsked = { request in
      for typed in [":cancel ", ":cancel a", ":cancel sort"] {
        completed[typed] = request.completion?(typed, typed).candidates.map(\.text)
      }
    }
    let report = try stage.walk(Visit(), from: source)
    guard case .quit = report.end else {
      Issue.record("\(report.end)")
      return
    }
    let refusal =
      "There is no open flow “bakn”. Open flows: bank, around, visit. Did you mean “bank”?"
    #expect(stage.messages.contains { $0.contains(refusal) }, "\(stage.messages)")
    #expect(completed[":cancel "] == ["bank", "around", "visit"])
    #expect(completed[":cancel a"] == ["around"])
    #expect(completed[":cancel sort"] == [], "a question is not one")
    let alone = try stage.walk(
      Visit(), ":cancel bakn", "7", mode: WalkMode(isAttended: false))
    guard case .refusedCommand(_, let unknown) = alone.end else {
      Issue.record("\(alone.end)")
      return
    }
    #expect(unknown.code == "no-such-flow")
  }

  @Test func `rule 12: a place that one goes back out of, and into again, is another`() throws {
    let stage = try Stage()
    _ = try stage.walk(Shop(), "tea", ":back", "coffee", ":quit")
    #expect(
      places(in: stage) == [
        "Opened: “Add a card”.", "Closed: “Add a card”.", "Opened: “Add a card”.",
      ])
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
