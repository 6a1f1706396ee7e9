import Bank
import BankClient
import Crypto
import Foundation
import ServiceBasics
import ServiceCalls
import ServiceOrders
import TestSupport
import Testing

/// Access tokens, where they are read from, and logging in with them.
@Suite struct TokenTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func file(_ text: String, mode: Int = 0o600) throws -> String {
    let path = "\(folder.path)/token-\(UUID().uuidString)"
    _ = FileManager.default.createFile(
      atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: mode])
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    return path
  }

  @Test(arguments: ["\(secret)", "\(secret)\n", "  \(secret) \r\n\n", "\n\n\(secret)\n"])
  func `white space around a token is cut off`(_ text: String) throws {
    #expect(try AccessToken(text) == AccessToken(secret))
    #expect(try TokenFile(path: file(text)).read() == AccessToken(secret))
    #expect(try TokenFile(path: file(text, mode: 0o400)).read() == AccessToken(secret))
  }

  @Test(arguments: [
    "", " \n ", "one\ntwo", "one two", "Bearer \(secret)", "tok\u{7}en", "tökén", "токен", "a=b",
    "===", "\"quoted\"", "{}", String(repeating: "x", count: 20_000),
  ])
  func `what can be no token is refused, and is not in the error`(_ text: String) throws {
    let error = #expect(throws: AccessTokenError.self) { try AccessToken(text) }
    #expect(error?.path == nil)
    let path = try file(text)
    let inFile = #expect(throws: AccessTokenError.self) { try TokenFile(path: path).read() }
    #expect(inFile?.path == path)
    if text.count > 10 { #expect(!"\(try #require(inFile))".contains(text)) }
  }

  @Test(arguments: [0o644, 0o640, 0o604, 0o660, 0o620])
  func `a file that others can read or write is refused`(_ mode: Int) throws {
    let error = #expect(throws: AccessTokenError.self) {
      try TokenFile(path: file(secret, mode: mode)).read()
    }
    #expect(error?.cause.words == "other people can use this file")
    #expect(error?.advice.words == "Run chmod 600 on it.")
  }

  @Test func `a file that is not there, or is none, is refused`() throws {
    for path in ["\(folder.path)/nothing", folder.path, "/dev/null", "\(folder.path)/no/where"] {
      #expect(
        #expect(throws: AccessTokenError.self) { try TokenFile(path: path).read() }?.path == path)
    }
    let bytes = try file("")
    try Data([0xFF, 0xFE, 0x00]).write(to: URL(filePath: bytes))
    #expect(
      #expect(throws: AccessTokenError.self) { try TokenFile(path: bytes).read() }?.path == bytes)
  }

  /// As `sha256sum` prints it.
  private static func digest(of token: String) -> String {
    SHA256.hash(data: Data(token.utf8)).description.split(separator: " ").last
      .map(String.init) ?? ""
  }

  @Test func `without a token nothing is sent, and a log-in helps`() async throws {
    try await World.with(.client) { world in
      let client = HTTPBank(
        HTTPBank.Configuration(address: try BankAddress(try #require(world.address))), token: .none,
        orders: try OrderBook(folder: world.folder.path))
      #expect(!client.hasToken)
      #expect(client.tokenFile == nil)
      #expect(client.tokenDigest == nil)
      let error = await #expect(throws: BankError.self) { try await client.accounts() }
      #expect(error?.code == .notLoggedIn)
      let wrong = await #expect(throws: BankError.self) { try await client.logIn(with: "wrong") }
      #expect(wrong?.code == .notLoggedIn)
      #expect(!client.hasToken)
      let odd = await #expect(throws: BankError.self) { try await client.logIn(with: "not one") }
      #expect(odd?.code == .token)

      let identity = try await client.logIn(with: " \(secret)\n")
      #expect(identity.scopes.contains("savings-goal:create"))
      #expect(identity.tokenDigest == client.tokenDigest)
      #expect(client.tokenDigest == Self.digest(of: secret))
      #expect(try await client.identity() == identity)
      #expect(try await client.accounts().count == 1)
      await client.close()
    }
  }

  @Test func `a failed log-in leaves the token in use`() async throws {
    try await World.with(.client) { world in
      let client = try #require(world.client)
      _ = await #expect(throws: BankError.self) { try await client.logIn(with: "wrong") }
      #expect(client.hasToken)
      #expect(try await client.accounts().count == 1)
    }
  }

  @Test func `a token file is read when it is needed, and anew when asked for`() async throws {
    try await World.with(.client) { world in
      let path = "\(folder.path)/token"
      let client = HTTPBank(
        HTTPBank.Configuration(address: try BankAddress(try #require(world.address))),
        token: .file(path), orders: try OrderBook(folder: world.folder.path))
      #expect(client.tokenFile == path)
      #expect(!client.hasToken)
      let missing = await #expect(throws: BankError.self) { try await client.accounts() }
      #expect(missing?.code == .token)
      #expect(missing?.path == path)

      let old = try file("old-token")
      try FileManager.default.moveItem(atPath: old, toPath: path)
      #expect(client.hasToken)
      let wrong = await #expect(throws: BankError.self) { try await client.accounts() }
      #expect(wrong?.code == .notLoggedIn)
      #expect(try client.readTokenFile() == false)

      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.moveItem(atPath: try file(secret), toPath: path)
      #expect(client.tokenDigest == Self.digest(of: "old-token"))
      #expect(try client.readTokenFile() == true)
      #expect(try client.readTokenFile() == false)
      #expect(client.tokenDigest == Self.digest(of: secret))
      #expect(try await client.accounts().count == 1)
      await client.close()
    }
  }

  @Test func `logging out ends the token at the bank and here`() async throws {
    try await World.with(.client) { world in
      let client = try #require(world.client)
      try await client.logOut()
      #expect(!client.hasToken)
      #expect(client.tokenDigest == nil)
      let error = await #expect(throws: BankError.self) { try await client.accounts() }
      #expect(error?.code == .notLoggedIn)
      let again = await #expect(throws: BankError.self) { try await client.logIn(with: secret) }
      #expect(again?.code == .notLoggedIn)
    }
  }
}
