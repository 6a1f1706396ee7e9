import Bank
import BankClient
import Foundation
import Testing

/// The book of what is ordered, as a file.
@Suite struct OrderBookTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a folder is made with the book`() throws {
    let book = try OrderBook(folder: "\(folder.path)/a/b")
    #expect(book.folder == "\(folder.path)/a/b")
    #expect(FileManager.default.fileExists(atPath: "\(folder.path)/a/b/orders.sqlite"))
  }

  @Test func `somebody else's database is no book, and stays as it is`() throws {
    let path = "\(folder.path)/orders.sqlite"
    // A bank's file is a database of another application.
    _ = try EmbeddedBank(path: path)
    let error = #expect(throws: BankError.self) { try OrderBook(folder: folder.path) }
    #expect(error?.code == .notABank)
    _ = try EmbeddedBank(path: path)
  }

  @Test func `a file that is no database is no book, and stays as it is`() throws {
    let path = "\(folder.path)/orders.sqlite"
    let text = String(repeating: "no database ", count: 1000)
    try Data(text.utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    let error = #expect(throws: BankError.self) { try OrderBook(folder: folder.path) }
    #expect(error?.code == .notABank)
    #expect(try String(contentsOf: URL(filePath: path), encoding: .utf8) == text)
  }

  @Test func `a book in a folder that others can change is refused`() throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
    let error = #expect(throws: BankError.self) { try OrderBook(folder: folder.path) }
    #expect(error?.code == .storage)
    #expect(error?.advice == "Run chmod go-w on it.")
  }

  @Test func `what was ordered is known to whoever opens the book next`() async throws {
    try await World.with(.client) { world in
      let goal = try await world.goal()
      let paid = try world.books.post(world.payment(4_35)).id
      let first = try await world.bank.move(world.order(65, goal.id, covering: [paid]))
      let other = try makeClient(try #require(world.address), in: world.folder)
      #expect(
        try await other.coveredPayments(
          of: world.account.id, in: .distantPast ..< .distantFuture) == [paid])
      try await world.fault(#"{"kind":"status","status":500,"times":99}"#)
      // Even where the bank cannot be asked.
      #expect(try await other.move(world.order(65, goal.id, covering: [paid])) == first)
      await other.close()
    }
  }

  @Test func `without the book the bank still knows the transfer by its id`() async throws {
    try await World.with(.client) { world in
      let goal = try await world.goal()
      let first = try await world.bank.move(world.order(1_58, goal.id))
      let elsewhere = try TemporaryFolder()
      let other = try makeClient(
        try #require(world.address), in: elsewhere, timing: world.time.timing())
      guard
        case .moved(let known) = first,
        case .moved(let receipt) = try await other.move(world.order(1_58, goal.id))
      else { throw Unexpected() }
      #expect(receipt.totalSaved == known.totalSaved)
      // The item was there before, and could be anybody's.
      #expect(receipt.payment.text == uuid(1))
      #expect(try await world.moves().count == 1)
      await other.close()
    }
  }
}
