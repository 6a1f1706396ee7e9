import Days
import Flowline
import FoundationEssentials
import Money
import OwnScreens
import Testing

/// A question of each kind, as the last of three.
enum Kinds {
  static let country = ["Austria", "Belgium", "Chile", "Denmark", "Estonia", "France", "Greece"]

  /// A screen whose results are forgotten.
  struct Kind: Sendable, CustomTestStringConvertible {
    let name: String
    let flow: @Sendable () -> any Flow
    var testDescription: String { name }

    init<Asked: Screen>(_ name: String, _ screen: @escaping @Sendable () -> Asked) {
      self.name = name
      flow = { AskingFlow(screen: screen()) }
    }
  }

  struct AskingFlow<Asked: Screen>: Flow {
    let id: FlowID = "open-account"
    var title: Text { "open an account" }
    var steps: ClosedRange<Int>? { 3...3 }
    let screen: Asked

    func run(_ context: FlowContext) async throws -> Asked.Output {
      _ = try await context.run(TextScreen("first", "What is your first name?"))
      let output = try await context.run(screen)
      _ = try await context.run(ReviewScreen("end", "The end"))
      return output
    }
  }

  static func options(_ count: Int) -> [Flowline.Option<String>] {
    (1...count).map { number in
      let name = "\(country[number % country.count]) \(number)"
      return Flowline.Option(
        "c\(number)", name, label: Text(verbatim: name),
        detail: number % 3 == 0 ? "£\(number).00 available" : nil)
    }
  }

  static let text = Kind("text") {
    TextScreen("email", "What is your email address?").help("We only write about your account.")
  }
  static let longText = Kind("long-text") {
    LongTextScreen("remarks", "Is there anything else?", length: 0...1000).optional()
  }
  static let number = Kind("number") { NumberScreen("household", "How many people?", in: 1...12) }
  static let decimal = Kind("decimal") {
    DecimalScreen("share", "How much of it, in percent?", from: 0, to: 100)
  }
  static let amount = Kind("amount") {
    AmountScreen("income", "What do you earn in a month?", in: .gbp)
      .reason("The bank has to ask by law.")
      .warning("large") { amount, _ -> Text? in
        amount.minorUnits > 1_000_000 ? "That is more than most people earn." : nil
      }
  }
  static let choice = Kind("choice") {
    ChoiceScreen("account", "Which account?", options: options(4)).optional()
  }
  static let longChoice = Kind("choice-long") {
    ChoiceScreen("country", "Which country?", options: options(20), default: "c2")
  }
  static let menuChoice = Kind("choice-very-long") {
    ChoiceScreen("country", "Which country?", options: options(200))
  }
  static let noChoice = Kind("choice-none") {
    ChoiceScreen("country", "Which country?", options: [Flowline.Option<String>]())
  }
  static let choices = Kind("choices") {
    MultipleChoiceScreen("purposes", "What is it for?", options: options(5), count: 1...3)
  }
  static let confirm = Kind("confirm") { ConfirmScreen("tax", "Do you pay tax in the UK?") }
  static let confirmPage = Kind("confirm-page") {
    ConfirmScreen(
      "confirm", "Open the account?",
      page: [
        Section(
          "What you chose",
          rows: [
            Row("Name", "Ada <b>Lovelace</b>"), Row("Income", "£2,000.00"),
            Row("Limit", "£500.00", mark: .shortage),
            Row("Contract", file: FileContents(Array("%PDF-1.7".utf8), named: "contract.pdf").file),
          ]),
        Section(rows: [
          Row("The bank has refused the card.", mark: .failure),
          Row("Saved", "£30.00", percentage: 30),
        ]),
      ])
  }
  static let date = Kind("date") {
    DateScreen("birthday", "When were you born?", to: Day(year: 2008, month: 1, day: 1))
  }
  static let secret = Kind("secret") {
    SecretScreen("password", "Choose a password", length: 8...64, isRepeated: true)
  }
  static let sensitive = Kind("sensitive") {
    NumberScreen("pin", "What is your PIN?", in: 0...9999).sensitive()
  }
  static let path = Kind("path") { PathScreen("folder", "Which folder?", example: "/srv/reports") }
  static let file = Kind("file") { FileScreen("receipt", "Your receipt", accepting: [.pdf, .png]) }
  static let review = Kind("review") {
    ReviewScreen(
      "statement", "Your statement",
      page: [Section("November", rows: [Row("Rent", "£900.00"), Row("Coffee", "£4.20")])])
  }
  static let custom = Kind("custom") { IBANScreen("iban", "Which account is it sent to?") }
  static let menu = Kind("menu") {
    ChoiceScreen(
      "menu", "What next?",
      options: [
        Flowline.Option("pay", 1, label: "Pay somebody", detail: "From any account"),
        Flowline.Option("save", 2, label: "Save something"),
        Flowline.Option("done", 3, label: "Done"),
      ],
      page: [Section(rows: [Row("Personal", "£120.00")])]
    ).asMenu()
  }

  static let all = [
    text, longText, number, decimal, amount, choice, longChoice, menuChoice, noChoice, choices,
    confirm, confirmPage, date, secret, sensitive, path, file, review, custom, menu,
  ]
}
