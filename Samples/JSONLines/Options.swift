import BankClient
import BankConnection
import Flowline
import FoundationEssentials
import FoundationInternationalization

/// The command line's arguments.
struct Options {
  static let usage =
    "usage: flowline-jsonl [--data DIR] [--now TIME] [--in-turn] [--bank URL --token-file FILE]"

  /// Where the bank is kept; nothing for one in memory.
  private(set) var data: String?
  /// What time it is for the bank and for flows that are not told another.
  private(set) var now: Date?
  /// The bank with an address; nothing for one of this program's own.
  private(set) var bank: BankAddress?
  /// Whether questions that could be on one page are asked one at a time.
  private(set) var asksInTurn = false
  /// Whether only the options are to be printed.
  private(set) var asksForHelp = false
  private var tokenFile: String?

  /// - Throws: ``UsageFault`` for an argument that is not known or has no value.
  init(_ arguments: [String]) throws(UsageFault) {
    var arguments = arguments[...]
    while let name = arguments.popFirst() {
      switch name {
      case "--help", "-h":
        asksForHelp = true
        return
      case "--data": data = try Self.value(of: name, "a directory", &arguments)
      case "--now":
        let text = try Self.value(of: name, "a time such as 2026-11-20T12:00:00Z", &arguments)
        guard let date = Date(timestamp: text) else {
          throw UsageFault(matter: "--now needs a time such as 2026-11-20T12:00:00Z, not “\(text)”")
        }
        now = date
      case "--bank":
        bank = try Self.address(Self.value(of: name, "the address of a bank’s API", &arguments))
      case "--in-turn": asksInTurn = true
      case "--token-file": tokenFile = try Self.value(of: name, "a file", &arguments)
      default: throw UsageFault(matter: "unknown option “\(name)”")
      }
    }
    if bank == nil, tokenFile != nil {
      throw UsageFault(
        matter: "--token-file is only for a bank with an address: name the address with --bank")
    }
    // Standard input is where the messages come from.
    if tokenFile == "-" { throw UsageFault(matter: "--token-file needs a file here") }
  }

  private static func value(
    of name: String, _ wanted: String, _ arguments: inout ArraySlice<String>
  ) throws(UsageFault) -> String {
    guard let value = arguments.popFirst(), !value.isEmpty else {
      throw UsageFault(matter: "\(name) needs \(wanted)")
    }
    return value
  }

  private static func address(_ text: String) throws(UsageFault) -> BankAddress {
    do throws(BankAddress.Problem) {
      return try BankAddress(text)
    } catch {
      throw UsageFault(
        matter: "--bank needs https://HOST, or http:// on this computer, not “\(text)”")
    }
  }

  /// Where the access token comes from.
  func tokenPlace() throws(UsageFault) -> TokenPlace {
    let variable = TokenPlace.variable
    let environment = ProcessInfo.processInfo.environment[variable]
    guard let place = TokenPlace(option: tokenFile, environment: environment) else {
      throw UsageFault(
        matter: "the bank needs an access token: name its file with --token-file or \(variable)")
    }
    return place
  }

  /// Where what is ordered at a bank with an address is kept: where `flowline` keeps it, too.
  var ordersFolder: String {
    if let data { return data }
    let variables = ProcessInfo.processInfo.environment
    if let folder = variables["XDG_DATA_HOME"], folder.hasPrefix("/") {
      return "\(folder)/flowline"
    }
    return "\(variables["HOME"] ?? "/")/.local/share/flowline"
  }

  /// Where `flowline` keeps copies of what a bank answered: orders make them stale, and a log-out
  /// removes them.
  var copiesFolder: String {
    let variables = ProcessInfo.processInfo.environment
    if let folder = variables["XDG_CACHE_HOME"], folder.hasPrefix("/") {
      return "\(folder)/flowline"
    }
    return "\(variables["HOME"] ?? "/")/.cache/flowline"
  }

  /// Which bank the sessions belong to, as the options that lead there; nil for a bank in memory.
  func world() throws(UsageFault) -> String? {
    let absolute = { (path: String) in URL(filePath: path).standardizedFileURL.path }
    guard let bank else { return data.map { "--data \(absolute($0))" } }
    guard case .file(let token) = try tokenPlace() else { return nil }
    return "--bank \(bank) --token-file \(absolute(token)) --data \(absolute(ordersFolder))"
  }

  /// The world of a flow that is not told another.
  var environment: FlowEnvironment {
    let current = FlowEnvironment.current
    return FlowEnvironment(
      locale: current.locale, timeZone: current.timeZone, now: now ?? current.now)
  }
}

/// Arguments that mean nothing.
struct UsageFault: Error, CustomStringConvertible {
  let matter: String

  var description: String { "\(matter)\n\(Options.usage)" }
}
