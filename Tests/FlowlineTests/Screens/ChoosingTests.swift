import Flowline
import Testing

/// How typed text finds one choice, or several.
struct ChoosingTests {
  private let teas = [
    Option("green", 1, label: "Green tea"), Option("black", 2, label: "Black tea"),
    Option("mint", 3, label: "Fresh mint (pot)"), Option("ivan", 4, label: "Иван-чай зелёный"),
    Option("2", 5, label: "Two of each"),
  ]

  @Test(arguments: [
    ("1", "green"), ("4", "ivan"), ("2", "2"), ("GREEN", "green"), ("green tea", "green"),
    ("bl", "black"), ("fresh", "mint"), ("pot", "mint"), ("Чай", "ivan"), ("зелен", "ivan"),
    ("зелёный", "ivan"), ("ack", "black"), ("int", "mint"), ("each", "2"),
    ("tea", "ambiguous"), ("f", "mint"), ("t", "2"), ("e", "2"), ("z", "not-a-choice"),
    ("6", "not-a-choice"), ("", "empty"),
  ])
  func `a choice is found by its name, then its words, then any part`(
    text: String, result: String
  ) {
    let read = reading(ChoiceScreen("tea", "Which?", options: teas), .text(text))
    #expect(read.replacing("\"", with: "") == result)
  }

  @Test(arguments: [
    ("gren", "“gren” is not one of the choices. Did you mean “Green tea”?"),
    ("frehs", "“frehs” is not one of the choices. Did you mean “Fresh mint (pot)”?"),
    ("tea", "“tea” could be any of: Green tea, Black tea. Type a little more."),
    (
      "coffee please",
      """
      “coffee please” is not one of the choices. Type a number from 1 to 5, or part of a \
      name.
      """
    ),
  ])
  func `a refusal names the nearest, or a few`(text: String, message: String) {
    #expect(refusal(of: ChoiceScreen("tea", "Which?", options: teas), .text(text)) == message)
  }

  @Test func `of many that fit a few are listed, and all are told to programs`() throws {
    let options = (1...9).map { Option("k\($0)", $0, label: .init(verbatim: "Item \($0)")) }
    guard
      case .failure(let refused) = ChoiceScreen("c", "C?", options: options).read("item", in: .test)
    else {
      Issue.record("item was taken")
      return
    }
    #expect(
      refused.message.resolved(in: .test).text
        == "“item” could be any of: Item 1, Item 2, Item 3, Item 4, Item 5, …. Type a little more.")
    guard case .array(let candidates)? = refused.arguments["candidates"] else {
      Issue.record("no candidates")
      return
    }
    #expect(candidates.count == 9)
  }

  /// Numbers at the ends of what there is, as somebody may type or send them.
  private static let farNumbers = [
    String(Int.min), String(Int.max), "\(Int.min)0", "\(Int.max)0", "-1", "-0", "0", "+0", "+9",
    "00000000000000000000", "٣", "1e3", "0x1",
  ]

  @Test(arguments: ChoosingTests.farNumbers)
  func `rule 11: a number that no option has is refused, however large or small it is`(
    number: String
  ) {
    for answer in [Answer.text(number), .json(.string(number))] {
      let choice = reading(ChoiceScreen("tea", "Which?", options: teas), answer)
      #expect(choice == "not-a-choice", "\(number)")
      let choices = reading(MultipleChoiceScreen("teas", "Which?", options: teas), answer)
      #expect(choices.hasPrefix("not-a-choice"), "\(number): \(choices)")
    }
    for text in ["1, \(number)", "1-\(number)", "\(number)-2", "all except \(number)"] {
      let choices = reading(MultipleChoiceScreen("teas", "Which?", options: teas), .text(text))
      #expect(choices.hasPrefix("not-a-choice"), "\(text): \(choices)")
    }
    let names = ClearNames(keys: ["green", "black"], labels: ["Green tea", "Black tea"])
    #expect(names.index(of: number) == nil)
    #expect(TypedPlace(number)?.index(below: 8) == nil)
  }

  @Test func `numbers begin with 1`() {
    #expect(TypedPlace("1")?.index == 0)
    #expect(TypedPlace("+2")?.index == 1)
    #expect(TypedPlace("\(Int.max)")?.index == Int.max - 1)
    #expect(TypedPlace("2")?.index(below: 2) == 1)
    #expect(TypedPlace("3")?.index(below: 2) == nil)
  }

  private let letters = "abcdefgh".map { Option(String($0), String($0), label: "Letter \($0)") }

  @Test(arguments: [
    ("1,3-5", "a,c,d,e"), ("1 3 5", "a,c,e"), ("1 3-5, 8", "a,c,d,e,h"), ("3 - 5", "c,d,e"),
    ("3–5", "c,d,e"), ("1 3 - 5", "a,c,d,e"), ("1- 3 5 —6", "a,b,c,e,f"),
    ("all", "a,b,c,d,e,f,g,h"), ("ВСЕ", "a,b,c,d,e,f,g,h"),
    ("всё", "a,b,c,d,e,f,g,h"), ("none", ""), ("нет", ""), ("ничего", ""), ("", ""),
    ("all except 2", "a,c,d,e,f,g,h"), ("all but 2-4, h", "a,e,f,g"),
    ("все, кроме 1 2", "c,d,e,f,g,h"), ("letter a, LETTER B", "a,b"), ("1,,2", "a,b"),
    ("5,1,5", "a,e"),
    ("1, 9", "not-a-choice 3..<4"), ("1,5-3", "not-a-choice 2..<5"),
    ("0-2", "not-a-choice 0..<3"), ("1-9", "not-a-choice 0..<3"), ("1-2-3", "not-a-choice 0..<5"),
    ("-2", "not-a-choice 0..<2"), ("1 2 9", "not-a-choice 4..<5"),
    ("a, zzzz", "not-a-choice 3..<7"),
    ("all except", "not-a-choice 0..<10"), ("all except 12", "not-a-choice 11..<13"),
    ("a, letter", "ambiguous 3..<9"), ("1 - 20", "not-a-choice 0..<6"),
    ("99999999999999999999-2", "not-a-choice 0..<22"), ("1 5 - 3 2", "not-a-choice 2..<7"),
    ("all except all except 2", "b"), ("all except none", "a,b,c,d,e,f,g,h"),
    ("all except all", ""), ("1-3,2-4,3", "a,b,c,d"),
  ])
  func `several are ranges, names, all or none`(text: String, result: String) {
    let read = reading(MultipleChoiceScreen("c", "C?", options: letters), .text(text))
    let plain = read.filter { !"\"[]".contains($0) }
    #expect(plain == result)
  }

  // Each of these took time or room that grew with the square of the line, or with line times options.
  @Test(arguments: [
    (String(repeating: "all except ", count: 30_000) + "2", "b"),
    ("1" + String(repeating: " ", count: 200_000) + "2", "a,b"),
    (String(repeating: "1-8,", count: 30_000), "a,b,c,d,e,f,g,h"),
    (String(repeating: "ter b,", count: 30_000), "b"),
    (String(repeating: "1 ", count: 30_000) + "9", "not-a-choice 60000..<60001"),
  ])
  func `rule 11: a long line is read like a short one`(text: String, result: String) {
    let read = reading(MultipleChoiceScreen("c", "C?", options: letters), .text(text))
    #expect(read.filter { !"\"[]".contains($0) } == result)
  }

  @Test func `more parts of names than there are options are refused`() {
    let text = "fre, fres, fresh, fresh m, fresh mi, fresh min"
    let screen = MultipleChoiceScreen("teas", "Which?", options: teas)
    #expect(reading(screen, .text(text)) == "wrong-count")
    #expect(reading(screen, "fre, fres, fre, fres, fresh, fre") == "[\"mint\"]")
  }

  @Test(arguments: ["1", "g", "green tea ", "é", "x\u{301}"])
  func `rule 11: a text that is far longer than every name is none`(piece: String) {
    let text = String(repeating: piece, count: 200_000)
    let screen = ChoiceScreen("tea", "Which?", options: teas)
    #expect(reading(screen, .text(text)) == "not-a-choice")
    let message = refusal(of: screen, .text(text))
    #expect(message?.hasSuffix("Type a number from 1 to 5, or part of a name.") == true)
    #expect((message?.count ?? 0) < 200)
  }

  @Test func `a number may have zeros in front`() {
    let text = String(repeating: "0", count: 40) + "3"
    #expect(reading(ChoiceScreen("tea", "Which?", options: teas), .text(text)) == "\"mint\"")
  }

  @Test func `an option that is called all or none is meant by its name`() {
    let options = ["all", "none", "some"].map { Option($0, $0) }
    let screen = MultipleChoiceScreen("c", "C?", options: options)
    #expect(reading(screen, "all") == "[\"all\"]")
    #expect(reading(screen, "none") == "[\"none\"]")
    #expect(reading(screen, "все") == "[\"all\",\"none\",\"some\"]")
  }

  @Test func `a range that is none says which there are`() {
    let screen = MultipleChoiceScreen("c", "C?", options: letters)
    #expect(
      refusal(of: screen, "5-3")
        == "“5-3” is not a range: numbers go up from 1 to 8, for example 1-8.")
  }
}
