import ArgumentParser
import BankClient
import Foundation
import ServiceBasics
import ServiceCalls

/// What is served to customers: at which bank and books, in which language, at which time.
struct WorldOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The address of a bank, or “embedded” for a sample bank of each customer's own.",
      valueName: "url"))
  var bank = "embedded"

  @Option(
    help: ArgumentHelp(
      """
      The address of a bookkeeping service, or “embedded” for sample books of each customer's own. By \
      default embedded, or none beside a bank with an address.
      """, valueName: "url"))
  var books: String?

  @Option(
    help: ArgumentHelp(
      """
      A file that only you can read, with the program's id and secret at the bookkeeping service, each \
      on a line of its own. By default, the file that FREEAGENT_CLIENT_FILE names.
      """, valueName: "file"),
    completion: .file())
  var booksClientFile: String?

  @Option(
    help: ArgumentHelp(
      "A file of notices for the overview of the books, as a list of JSON objects.",
      valueName: "file"),
    completion: .file())
  var notices: String?

  @Option(
    name: .customLong("switch"),
    help: ArgumentHelp(
      """
      Switch something on or off: explain-category-first=on asks for the category of a transaction \
      first, from which its type follows; explain-category-first=25% does so for a quarter of the \
      customers, always the same ones.
      """, valueName: "name=on|off|share"))
  var switches: [CategoryFirst] = []

  @Option(
    help: ArgumentHelp(
      "Append usage events to a file, as lines of JSON: each start, question and end, without answers.",
      valueName: "file"), completion: .file())
  var usageLog: String?

  @Option(help: ArgumentHelp("The name of the service.", valueName: "text"))
  var name = "Flowline"

  @Option(
    help: ArgumentHelp(
      "The locale of a browser that names no language.", valueName: "identifier"))
  var locale = "en_GB"

  @Option(
    help: ArgumentHelp("The time zone of all sessions.", valueName: "identifier"))
  var timeZone: String?

  @Option(
    help: ArgumentHelp(
      """
      The moment that it is for all flows, such as 2026-11-20T12:00:00Z, for tests and demonstrations. \
      When sessions were begun and ended, and how long a PIN locks, goes by the computer's clock.
      """, valueName: "moment"))
  var now: String?

  /// Where the customers' banks are.
  func bankPlace() throws -> CustomerBanks.Place {
    guard bank != "embedded" else { return .sample }
    do throws(BankAddress.Problem) {
      return .online(try BankAddress(bank))
    } catch {
      let advice = error.advice(such: "https://api.starlingbank.com")
      throw ValidationError(
        """
        --bank takes “embedded” or an address \(advice), not “\(AddressText.withoutUser(bank))”.
        """)
    }
  }
}
