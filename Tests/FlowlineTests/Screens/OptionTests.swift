import Flowline
import Testing

/// Options that come from outside: none at all, several of one key or of one name.
struct OptionTests {
  private let none: [Option<Int>] = []
  private let some = [Option("a", 1, label: "One"), Option("b", 2, label: "Two")]

  @Test(arguments: ["", "1", "a", .json("a"), .json(1)] as [Answer])
  func `a choice among nothing says so and refuses every answer`(answer: Answer) {
    let screen = ChoiceScreen("c", "Which?", options: none)
    #expect(reading(screen, answer) == "nothing-to-choose")
    #expect(
      refusal(of: screen, answer) == "There is nothing to choose from here. Go back or cancel.")
    #expect(
      refusal(of: screen, answer, in: .russian)
        == "Здесь не из чего выбирать. Вернитесь назад или прекратите.")
  }

  @Test(arguments: [
    (FlowEnvironment.test, "There is nothing to choose from."),
    (.russian, "Выбирать не из чего."),
  ])
  func `a choice among nothing asks for no number`(environment: FlowEnvironment, text: String) {
    let one = ChoiceScreen("c", "Which?", options: none)
    #expect(one.kind(in: environment).accepts(in: environment).text == text)
    #expect(one.example(in: environment) == nil)
    let controller = FlowController()
    var options = SessionOptions.test
    options.environment = environment
    controller.start(MultipleChoiceScreen("c", "Which?", options: none), options)
    #expect(controller.prompt?.accepts.text == text)
    #expect(controller.prompt?.example == nil)
    controller.cancel()
  }

  @Test(
    arguments: [
      ("", "[]"), ("all", "[]"), ("none", "[]"), (.json([]), "[]"),
      ("1", "nothing-to-choose 0..<1"), ("1-2", "nothing-to-choose"),
      (.json(["a"]), "nothing-to-choose"),
    ] as [(Answer, String)])
  func `several among nothing are none`(answer: Answer, result: String) {
    #expect(reading(MultipleChoiceScreen("c", "C?", options: none), answer) == result)
  }

  @Test func `more are not asked for than there are`() {
    let screen = MultipleChoiceScreen("c", "C?", options: some, count: 1...5)
    #expect(screen.kind(in: .test) == .choices(screen.kind(in: .test).choices, count: 1...2))
    #expect(refusal(of: screen, "none") == "You chose 0. Choose from 1 to 2.")
    #expect(
      reading(MultipleChoiceScreen("c", "C?", options: none, count: 1...2), "")
        == "nothing-to-choose")
  }

  private let twice = [
    Option("a", 1, label: "First"), Option("b", 2, label: "Second"),
    Option("a", 3, label: "Third"),
  ]

  @Test func `of options of one key the first is offered, and the others are not`() {
    let screen = ChoiceScreen("c", "C?", options: twice, default: "a")
    #expect(screen.kind(in: .test).choices.map(\.label.text) == ["First", "Second"])
    #expect(screen.outline(in: .test).choices == ["a", "b"])
    #expect(reading(screen, "third") == "not-a-choice")
    #expect(reading(screen, "3") == "not-a-choice")
    #expect(screen.typed("a", in: .test) == "First")
    let several = MultipleChoiceScreen("c", "C?", options: twice)
    #expect(several.kind(in: .test).choices.map(\.key) == ["a", "b"])
    #expect(reading(several, "all") == #"["a","b"]"#)
  }

  @Test func `a hundred options of one key are one`() {
    let options = (0..<100).map { Option("k\($0 % 10)", $0) }
    #expect(ChoiceScreen("c", "C?", options: options).outline(in: .test).choices?.count == 10)
  }

  private let alike = [
    Option("g1", 1, label: "Trip"), Option("g2", 2, label: "Trip"), Option("G1", 3, label: "Car"),
  ]

  @Test func `a name that several options bear is not taken for the first of them`() {
    let screen = ChoiceScreen("c", "C?", options: alike)
    #expect(reading(screen, "trip") == "ambiguous")
    #expect(
      refusal(of: screen, "trip") == "“trip” could be any of: 1, 2. Type a little more.")
    #expect(reading(screen, "Trip") == "ambiguous")
    #expect(reading(screen, "2") == #""g2""#)
    #expect(screen.typed("g2", in: .test) == "2")
    #expect(
      reading(MultipleChoiceScreen("c", "C?", options: alike), "trip, 3") == "ambiguous 0..<4")
  }

  @Test func `names that differ in capitals alone are told apart by their capitals`() {
    let options = [Option("a", 1, label: "Trip"), Option("b", 2, label: "trip")]
    let screen = ChoiceScreen("c", "C?", options: options)
    #expect(reading(screen, "Trip") == #""a""# && reading(screen, "trip") == #""b""#)
    #expect(reading(screen, "TRIP") == "ambiguous")
    #expect(screen.typed("b", in: .test) == "trip")
  }

  @Test func `keys that differ in capitals alone are told apart`() {
    let screen = ChoiceScreen("c", "C?", options: alike)
    #expect(reading(screen, "g1") == #""g1""#)
    #expect(reading(screen, "G1") == #""G1""#)
    #expect(reading(MultipleChoiceScreen("c", "C?", options: alike), "G1") == #"["G1"]"#)
  }

  @Test func `of a thousand options each is found by its name and by a mistyped one`() {
    let options = (0..<1000).map { index in
      let name = "Branch office \(String(index * 7919 + 100_000, radix: 26))"
      return Option("office-\(index)", index, label: Text(verbatim: name))
    }
    let screen = ChoiceScreen("c", "C?", options: options)
    for index in stride(from: 0, to: 1000, by: 97) {
      let name = screen.typed(.string("office-\(index)"), in: .test) ?? ""
      #expect(reading(screen, .text(name)) == "\"office-\(index)\"")
      #expect(
        refusal(of: screen, .text("Brunch" + name.dropFirst(6)))
          == "“Brunch\(name.dropFirst(6))” is not one of the choices. Did you mean “\(name)”?")
    }
  }
}
