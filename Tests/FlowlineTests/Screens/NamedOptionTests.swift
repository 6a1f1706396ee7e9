import Testing

@testable import Flowline

/// Options whose keys are made of names that are not the flow's.
struct NamedOptionTests {
  private enum Pick: Encodable, Equatable {
    case goal(Int)
    case new
  }

  private static let new = Option("new", Pick.new, label: "New goal")

  private func screen(
    _ names: [String], default standard: String? = nil
  ) -> ChoiceScreen<Pick> {
    let options = names.enumerated().map { Option(named: $1, Pick.goal($0), else: "goal") }
    return ChoiceScreen("c", "Which?", options: options + [Self.new], default: standard)
  }

  private func keys(_ screen: some Screen) -> [String] {
    screen.kind(in: .test).choices.map(\.key)
  }

  @Test(arguments: [
    (["Trip"], ["trip"]),
    (["New bike!", "  New   BIKE "], ["new-bike", "new-bike-2"]),
    (["Отпуск у моря", "Ёлка"], ["отпуск-у-моря", "ёлка"]),
    (["New", "new", "NEW 2"], ["new-2", "new-3", "new-2-2"]),
    (["🚲", "—", "Goal"], ["goal", "goal-2", "goal-3"]),
    (["Café 2026", "Cafe 2026"], ["café-2026", "cafe-2026"]),
    ([], []),
  ])
  func `have keys of their names that differ`(names: [String], expected: [String]) {
    #expect(keys(screen(names)) == expected + ["new"])
    #expect(screen(names).outline(in: .test).choices == expected + ["new"])
  }

  @Test func `may have keys of another word than the name`() {
    let options = [
      Option(named: "Ada's account", 1, word: "ada"), Option(named: "Bob's account", 2, word: "-"),
    ]
    #expect(keys(ChoiceScreen("c", "Which?", options: options)) == ["ada", "option"])
    #expect(keys(MultipleChoiceScreen("c", "Which?", options: options)) == ["ada", "option"])
  }

  @Test func `what is called like a command is quoted, and typing the command means the command`()
    throws
  {
    for name in ["new", "NEW", "New Goal"] {
      let screen = screen([name, "Trip"])
      for (environment, quoted) in [(FlowEnvironment.test, "“\(name)”"), (.russian, "«\(name)»")] {
        let labels = screen.kind(in: environment).choices.map(\.label.text)
        #expect(labels == [quoted, "Trip", "New goal"])
      }
      #expect(try screen.read(.text(name.lowercased()), in: .test).get().value == .new)
      #expect(try screen.read(.text("“\(name)”"), in: .test).get().value == .goal(0))
      #expect(screen.example(in: .test) == "“\(name)”")
    }
  }

  @Test func `what a key of a name stands for is kept by that key`() throws {
    let screen = screen(["Bike", "bike"], default: "bike-2")
    #expect(screen.defaultAnswer == "bike-2")
    #expect(try screen.read("bike-2", in: .test).get().recorded == "bike-2")
    #expect(try screen.read(.json("bike-2"), in: .test).get().value == .goal(1))
    #expect(screen.mapValues { "\($0)" }.kind(in: .test) == screen.kind(in: .test))
  }

  @Test func `may be chosen together`() throws {
    let options = [Option(named: "A", 1), Option(named: "a", 2), Option("all", 3)]
    let screen = MultipleChoiceScreen("c", "Which?", options: options)
    #expect(try screen.read(.json(["a", "a-2"]), in: .test).get().value == [1, 2])
  }
}
