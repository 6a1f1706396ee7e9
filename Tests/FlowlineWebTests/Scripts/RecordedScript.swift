import Bank
import BankFlows
import BooksFlows
import FlowlineTesting
import FoundationEssentials
import SampleBank
import SampleBooks
import ServiceBasics
import Synchronization

@testable import Flowline

/// A script of the bank's flows, with what it comes to at the prompt.
struct RecordedScript: Sendable {
  /// The script with every line that there is to tell: the journal that the engine makes of it.
  let script: Script
  let catalog: FlowCatalog
  let environment: FlowEnvironment
  /// The same as text.
  let journal: String
  /// What the result means to a person; nil if there is no result or no words for it.
  let words: String?

  /// What is typed where the script has a secret that was refused, by the code of the refusal.
  static let wrongSecrets = ["not-a-token": "short", "token-refused": "something else"]
  static let secrets: [StepID: String] = ["token": OneTokenLogin.token]

  /// Whether reads and writes are those of a sample bank; else they are answered from the script, which
  /// tells of a bank in trouble.
  let isLive: Bool

  /// Plays the script of a file at the engine.
  init(_ file: ScriptCase) throws {
    try self.init(
      String(decoding: Data(contentsOf: URL(filePath: file.path)), as: UTF8.self))
  }

  /// Plays a script at the engine.
  init(_ text: String) throws {
    let told = try Script(parsing: text)
    let world = told.environment(
      or: FlowEnvironment(
        locale: Locale(identifier: "en_GB"), timeZone: .gmt,
        now: Date(timeIntervalSince1970: 1_795_176_000)))
    func replay(_ mode: ScriptReplay.Mode) throws -> ScriptReplay.Report {
      try ScriptReplay(
        told, of: Self.catalog(in: world, as: told.variant), or: world, secrets: Self.secrets
      ).run(mode)
    }
    var report = try replay(.live)
    isLive = report.matches || told.verbs.isDisjoint(with: [.load, .commit])
    if !isLive { report = try replay(.recorded) }
    if let mismatch = report.mismatch { throw mismatch }
    environment = world
    journal = report.journal.text
    script = try Script(parsing: journal)
    // A new bank: what was done at another must not be found.
    let flows = try Self.catalog(in: world, as: told.variant)
    words = try flows.recap(of: script, in: nil).resultText?.text
    catalog = isLive ? flows : flows.answering(from: script.journal(or: world))
  }

  /// The flows, which begin as a script did.
  private static func catalog(
    in environment: FlowEnvironment, as variant: FlowID?
  ) throws -> FlowCatalog {
    var catalog = BankFlows.catalog(
      bank: try SampleBank.make(in: environment), login: OneTokenLogin())
    let isByCategory = variant?.rawValue.hasSuffix("-by-category") ?? false
    catalog.add(
      contentsOf: BooksFlows.catalog(
        explaining: isByCategory ? .byCategory : .byType, SampleBooks.lazy(in: environment)))
    return catalog
  }

  /// The session's id, which its keys follow from.
  var session: UUID { script.session ?? .nilUUID }

  /// What is sent for a line that answers, as text as it was typed or in the recorded form.
  func answer(of entry: JournalEntry) throws -> JSONValue {
    let recorded = entry.payload.json ?? .null
    guard entry.verb == .refuse else {
      guard recorded.isRedactionMark else { return recorded }
      return .string(try secret(Self.secrets[entry.id], of: entry))
    }
    guard case .array(let parts) = recorded, let given = parts.first else { return .null }
    guard given.isRedactionMark else { return given }
    return .string(try secret(Self.wrongSecrets[parts.last?.string ?? ""], of: entry))
  }

  private func secret(_ text: String?, of entry: JournalEntry) throws -> String {
    guard let text else { throw WalkFault("the tests know no secret for \(entry.text)") }
    return text
  }
}

extension WebWalk {
  /// A host that offers what a script is of, in its world.
  init(_ recorded: RecordedScript) throws {
    let environment = recorded.environment
    let catalog = recorded.catalog
    try self.init(
      Walk(
        recorded.script.flow, locale: environment.locale.identifier,
        timeZone: environment.timeZone.identifier, now: environment.now.exactTimestamp,
        session: recorded.session.uuidString, inputs: []
      ) { _ in catalog })
  }
}

/// A way into a bank that takes one token.
private final class OneTokenLogin: BankLogin {
  static let token = "eyJhbGciOiJQUzI1NiJ9.good"

  private let state = Mutex((token: Optional(token), changes: 0))

  let tokenFile: String? = "/home/ada/token"
  var hasToken: Bool { state.withLock { $0.token != nil } }
  var tokenDigest: String? { state.withLock(\.token) }
  var tokenChanges: Int { state.withLock(\.changes) }

  func readTokenFile() throws(BankError) -> Bool { false }

  func logIn(with token: String) async throws(BankError) -> BankIdentity {
    guard token.count > 8 else { throw .token(path: nil, cause: "it is short", advice: "Copy it.") }
    guard token == Self.token else { throw .notLoggedIn(cause: "invalid_token") }
    state.withLock { $0 = (token, $0.changes + 1) }
    return try await identity()
  }

  func identity() async throws(BankError) -> BankIdentity {
    BankIdentity(
      holder: "Ada", expiresAt: Timestamp("2026-12-31T12:00:00Z"),
      scopes: ["account:read", "savings-goal:read"], tokenDigest: tokenDigest)
  }

  func logOut() async throws(BankError) {
    state.withLock { $0 = (nil, $0.changes + 1) }
  }
}
