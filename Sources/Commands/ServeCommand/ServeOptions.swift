import ArgumentParser
import BankClient
import Foundation
import ServiceBasics
import ServiceCalls

/// What the command line says.
struct ServeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The port; 0 picks a free one. By default 8080, for mcp a free one.", valueName: "port"))
  var port: Int?

  @Option(
    help: ArgumentHelp(
      "The address to listen on, such as 127.0.0.1 or ::1.", valueName: "address"))
  var host = "127.0.0.1"

  @Flag(
    help: """
      Allow an address that other computers can reach. There is no log-in: each browser gets \
      customer and bank of its own.
      """)
  var allowRemote = false

  @Option(
    help: ArgumentHelp(
      """
      Another host name that browsers may use, besides localhost, such as savings.example; may be \
      repeated.
      """, valueName: "name"))
  var hostName: [String] = []

  @Flag(help: "Browsers reach the pages by TLS, through a proxy in front.")
  var behindTLS = false

  @Option(
    help: ArgumentHelp(
      """
      The folder of sessions and banks, created if it does not exist. By default \
      $XDG_DATA_HOME/flowline/served.
      """, valueName: "directory"),
    completion: .directory)
  var data = Self.usualData

  private static var usualData: String {
    let variables = ProcessInfo.processInfo.environment
    let base = variables["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return "\(base ?? "\(variables["HOME"] ?? "/")/.local/share")/flowline/served"
  }

  @Option(
    help: ArgumentHelp(
      """
      A PostgreSQL database for the sessions, such as postgres://name@host/database, which any number \
      of servers share. By default a file in the data folder. A password is best in ~/.pgpass. What \
      customers of --bank and --books with an address order is there, too, and with --journal-key their \
      log-ins. Sample banks and books stay in the folder of --data, which all servers then have to use.
      """, valueName: "address"))
  var store: String?

  @Option(
    help: ArgumentHelp(
      "How many connections to that database are open at the most, up to 1000.",
      valueName: "count"))
  var storeConnections = 16

  @Option(
    help: ArgumentHelp("Whose sessions they are, of several in one database.", valueName: "name"))
  var tenant: String?

  @Option(
    help: ArgumentHelp(
      "A file of 32 random bytes that seals what that database has of journals and files.",
      valueName: "file"), completion: .file())
  var journalKey: String?

  @Option(
    help: ArgumentHelp(
      """
      Another file of such a key, with which some of it may be sealed, for replacing a key; may be \
      repeated.
      """, valueName: "file"), completion: .file())
  var otherJournalKey: [String] = []

  @Flag(
    help: """
      Read also what was kept before there was a journal key. Meanwhile, somebody who writes to the \
      database can make up answers.
      """)
  var journalKeyAcceptsPlain = false

  @Option(
    help: ArgumentHelp(
      "The address of a bank, or “embedded” for a sample bank of each customer's own.",
      valueName: "url"))
  var bank = "embedded"

  /// Where the customers' banks are.
  func place() throws -> CustomerBanks.Place {
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

  @Option(
    help: ArgumentHelp(
      "Once a PIN is set in a browser, lock it after so many minutes without a request.",
      valueName: "minutes"))
  var lockAfter = 10

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

  /// The moment that it is for all flows; nil for the time by the computer's clock.
  var moment: Date? { now.flatMap { try? Date($0, strategy: .iso8601) } }

  @Option(
    help: ArgumentHelp(
      "How many sessions are in memory at the most.", valueName: "count"))
  var sessionsInMemory = 20_000

  @Option(
    help: ArgumentHelp(
      """
      How many calls to its sessions a browser or a program may make in a minute, at each server. \
      Pages that list what there is are not counted.
      """, valueName: "count"))
  var callsPerMinute = 1_200

  @Option(
    help: ArgumentHelp(
      """
      How many unfinished sessions all customers may have together; then none is begun until some end \
      or are abandoned.
      """, valueName: "count"))
  var sessionsInAll = 1_000_000

  @Option(
    help: ArgumentHelp(
      "How many megabytes the files that a customer has sent may have together.",
      valueName: "count"))
  var megabytesPerCustomer = 200

  @Option(
    help: ArgumentHelp(
      "How many megabytes the files of all customers may have together.", valueName: "count"))
  var megabytesInAll = 20_000
}
