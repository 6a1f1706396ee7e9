import Bank
import BankTestSupport
import EmbeddedBank
import FoundationEssentials
import Glibc
import SandboxKit
import TestSupport
import Testing

@testable import BankSandbox

struct SandboxTests {
  @Test(arguments: [
    "0.0.0.0", "::", "192.168.0.1", "example.org", "127.0.0.1.example.org", "127.1", "",
  ])
  func `listens where only this computer reaches it, unless others are allowed`(
    host: String
  ) throws {
    let folder = try TemporaryFolder()
    var configuration = SandboxConfiguration(folder: folder.path)
    configuration.host = host
    let error = #expect(throws: SandboxError.self) { _ = try Sandbox(configuration) }
    #expect(error?.code == .remoteAddress)
    configuration.allowsRemote = true
    _ = try Sandbox(configuration)
    for loopback in ["127.0.0.1", "127.3.2.1", "localhost", "::1"] {
      configuration.host = loopback
      configuration.allowsRemote = false
      _ = try Sandbox(configuration)
    }
  }

  @Test func `keeps a folder to one sandbox at a time`() async throws {
    let folder = try TemporaryFolder()
    try await TestSandbox.with(folder: folder.path) { _ in
      let error = #expect(throws: SandboxError.self) {
        _ = try Sandbox(SandboxConfiguration(folder: folder.path))
      }
      #expect(error?.code == .folderInUse)
    }
    _ = try Sandbox(SandboxConfiguration(folder: folder.path))
  }

  @Test(arguments: [0o755, 0o750, 0o707, 0o770, 0o711])
  func `uses no folder that others can look into, and says how to close it`(mode: Int) throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("data"), withIntermediateDirectories: true)
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: folder.file("data"))
    let error = #expect(throws: SandboxError.self) {
      _ = try Sandbox(SandboxConfiguration(folder: folder.file("data")))
    }
    #expect(error?.code == .folder)
    #expect(error?.description.contains("Run chmod 700") == true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("data")) == [])
  }

  @Test func `uses no folder of somebody else's`() throws {
    let folder = try TemporaryFolder()
    // Only the administrator can give a folder away, and the system's are nobody else's.
    let path = geteuid() == 0 ? folder.file("data") : "/usr"
    if geteuid() == 0 {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      #expect(chown(path, 1, 1) == 0)
    }
    let error = #expect(throws: SandboxError.self) {
      _ = try Sandbox(SandboxConfiguration(folder: path))
    }
    #expect(error?.code == .folder)
    #expect(error?.description.contains("belongs to another user") == true)
  }

  @Test func `says where nothing can listen`() async throws {
    let folder = try TemporaryFolder()
    try await TestSandbox.with { bank in
      var configuration = SandboxConfiguration(folder: folder.path)
      configuration.port = try #require(bank.address.split(separator: ":").last.flatMap { Int($0) })
      let sandbox = try Sandbox(configuration)
      let error = await #expect(throws: SandboxError.self) { try await sandbox.start() }
      #expect(error?.code == .address)
    }
  }

  @Test func `finishes what runs before it ends`() async throws {
    let folder = try TemporaryFolder()
    let (begun, goOn) = (Signal(), Signal())
    let hold: @Sendable (Duration) async throws -> Void = { _ in
      begun.send()
      try await goOn.wait()
    }
    try await TestSandbox.with(folder: folder.path, configure: { $0.server.sleep = hold }) { bank in
      try await bank.control("POST", "faults", #"{"kind":"slow"}"#)
      async let answer = bank.send(
        "PUT", "/account/\(bank.account)/savings-goals/\(bank.goal)/add-money/\(uuid(1, "f"))",
        #"{"amount":\#(pence(158))}"#)
      // The request has come before the end does.
      try await begun.wait()
      async let stopped: Void = bank.sandbox.stop()
      // Nobody else is let in any more.
      try await eventually("the end of listening") {
        (try? await RawConnection.status(bank.address, "GET /control/clock HTTP/1.1\r\n\r\n"))
          == nil
      }
      goOn.send()
      #expect(try await answer.status == 200)
      try await stopped
    }
  }

  @Test func `answers what the embedded bank would, from the same books`() async throws {
    try await TestSandbox.with { bank in
      let account = try #require(Account.ID(bank.account))
      let books = bank.sandbox.bank
      let feed =
        try await bank.send(
          "GET",
          """
          /feed/account/\(bank.account)/category/\(bank.category)/transactions-between\
          ?minTransactionTimestamp=2000-01-01T00:00:00Z&maxTransactionTimestamp=2100-01-01T00:00:00Z
          """
        ).json["feedItems"]?.elements ?? []
      let payments = try await books.payments(of: account, in: .distantPast ..< .distantFuture)
      #expect(feed.map { $0["feedItemUid"]?.string } == payments.map(\.id.text))
      #expect(
        feed.map { $0["roundUp"] != nil } == payments.map(\.isRoundedUpByBank))
      #expect(
        feed.map { $0["status"]?.string } == payments.map(\.status.rawValue))
    }
  }
}
