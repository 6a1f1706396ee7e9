import Testing

@testable import Flowline
@testable import FlowlineTerminal

/// What the menu answers with for each of its choices.
struct ChoiceFilterTests {
  @Test func `each choice has an answer that the screen takes for it`() throws {
    let options = [
      Option("g1", 1, label: "Trip"), Option("g2", 2, label: "Trip"),
      Option("G1", 3, label: "g2"), Option("2", 4, label: "Two"), Option("Car", 5, label: "car"),
    ]
    let environment = try Stage().environment
    let screen = ChoiceScreen("goal", "Which?", options: options)
    let filter = ChoiceFilter(screen.kind(in: environment).choices)
    for (index, option) in options.enumerated() {
      let answer = filter.answer(for: index)
      let accepted = try screen.read(.text(answer), in: environment).get()
      #expect(accepted.recorded == .string(option.key), "\(answer)")
    }
  }
}
