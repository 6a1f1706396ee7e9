import Flowline
import Testing

@testable import FlowlineTerminal

/// Yes and no below a line: what is selected, and what Enter takes.
struct ConfirmMenuTests {
  private func state(
    _ selected: Bool?, _ language: String = "en", typed: String = ""
  ) throws -> MenuState {
    let stage = try Stage(language)
    var state = MenuState(
      ConfirmMenu(look: stage.look, words: stage.words).menu(selecting: selected))
    state.type(typed)
    return state
  }

  @Test(arguments: [(nil, ""), (true, "yes"), (false, "no")] as [(Bool?, String)])
  func `an optional question can be left without an answer`(
    selected: Bool?, answer: String
  ) throws {
    let stage = try Stage()
    let menu = ConfirmMenu(look: stage.look, words: stage.words, isOptional: true)
    var state = MenuState(menu.menu(selecting: selected))
    #expect(state.answer == answer)
    #expect(state.rows(columns: 40, rows: 3).first?.hasSuffix("No answer") == true)
    state.type("n")
    #expect(state.answer == "no" && state.items.count == 1)
  }

  @Test(arguments: [(nil, nil), (true, "yes"), (false, "no")] as [(Bool?, String?)])
  func `only a default is selected at first`(selected: Bool?, answer: String?) throws {
    #expect(try state(selected).answer == answer)
  }

  @Test(
    arguments: [
      ("y", "en", "yes"), ("N", "en", "no"), ("да", "en", "yes"), ("д", "ru", "да"),
      ("ye", "en", "yes"), ("maybe", "en", nil),
    ] as [(String, String, String?)])
  func `what is typed selects`(typed: String, language: String, answer: String?) throws {
    #expect(try state(nil, language, typed: typed).answer == answer)
  }

  @Test func `a refused answer leaves both to be chosen, and selects neither`() throws {
    let stage = try Stage()
    let menu = ConfirmMenu(look: stage.look, words: stage.words, isOptional: true)
    let state = MenuState(menu.menu(selecting: nil), typed: "dunno")
    #expect(state.rows(columns: 40, rows: 3) == ["  Yes     No"])
    #expect(state.answer == nil)
  }

  @Test func `the keys to the sides select, while nothing is typed`() throws {
    var menu = try state(nil)
    #expect(menu.takesSideways)
    #expect(menu.rows(columns: 40, rows: 3) == ["  Yes     No"])
    let answers = [MenuState.Direction.down, .down, .down, .up].map { direction in
      _ = menu.move(direction)
      return menu.answer
    }
    #expect(answers == ["yes", "no", "yes", "no"])
    #expect(menu.rows(columns: 40, rows: 3) == ["  Yes   ❯ No"])
    #expect(menu.rows(columns: 8, rows: 3) == ["❯ No"])
    menu.type("x")
    #expect(!menu.takesSideways && menu.rows(columns: 40, rows: 3).isEmpty)
    var last = try state(nil)
    _ = last.move(.up)
    #expect(last.answer == "no", "from the end")
  }
}
