import Bank
import BankSandbox
import BankServices
import DataSets
import FoundationEssentials
import TestSupport
import Testing

/// Copies of what the bank has said, from one run of the program to the next.
@Suite struct CopiesTests {
  private static let second = "eyJ0eXAiOiJKV1QifQ.another-token-of-the-proof"
  private let now = Date(timeIntervalSince1970: 1_795_176_000)

  @Test func `copies are the customer's, also offline, and a log-out removes them`() async throws {
    let tokens = [SandboxToken(ServedBank.token), SandboxToken(Self.second, holder: "Bob")]
    try await ServedBank.with(now: now, tokens: tokens, seed: { _ in }) { bank in
      _ = try await bank.books.openAccount(in: "GBP", holding: 100_00, at: now)
      let home = try AppHome(at: bank)
      let now = now
      func start() throws -> AppProcess {
        try AppProcess(at: bank, home: home, isPatient: false, hasCache: true, now: { now })
      }
      func use(_ token: String) throws {
        try FileManager.default.removeItem(atPath: home.tokenFile)
        #expect(
          FileManager.default.createFile(
            atPath: home.tokenFile, contents: Data(token.utf8),
            attributes: [.posixPermissions: 0o600]))
      }
      func offline(_ isOffline: Bool) async throws {
        try await bank.control("DELETE", "faults")
        guard isOffline else { return }
        try await bank.control(
          "POST", "faults",
          #"{"kind":"status","status":503,"times":10000,"match":{"method":"GET"}}"#)
      }

      let first = try start()
      _ = try await first.services.login?.identity()
      #expect(try await first.services.accounts.reload(.hard).isFresh)
      try await offline(true)
      #expect(try await start().services.accounts.current().asOf != nil)

      // The second token is another customer's, in the same file. Nobody has said so yet.
      try use(Self.second)
      let second = try start()
      func expectNothing(_ process: AppProcess) async {
        let error = await #expect(throws: BankError.self) {
          try await process.services.accounts.current()
        }
        #expect(error?.code == .unavailable)
      }
      await expectNothing(second)
      try await offline(false)
      _ = try await second.services.login?.identity()
      try await offline(true)
      await expectNothing(second)
      try await offline(false)
      #expect(try await second.services.accounts.reload(.hard).isFresh)
      try await offline(true)
      #expect(try await start().services.accounts.current().asOf != nil)

      try await bank.control("POST", "faults", #"{"kind":"close-before","match":{"method":"PUT"}}"#)
      let unknown = await #expect(throws: BankError.self) {
        try await second.services.login?.logOut()
      }
      #expect(unknown?.code == .outcomeUnknown)
      await expectNothing(try start())
      try use(ServedBank.token)
      #expect(try await start().services.accounts.current().asOf != nil)

      for name in try FileManager.default.contentsOfDirectory(atPath: home.cache) {
        let bytes = try Data(contentsOf: URL(filePath: "\(home.cache)/\(name)"))
        for token in [Self.second, ServedBank.token] {
          #expect(!bytes.holds(token))
        }
      }
      try await offline(false)
    }
  }
}
