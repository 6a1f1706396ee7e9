import Bank
import EmbeddedBank
import Flowline
import FoundationEssentials
import GRDB
import Money
import ServiceBasics
import ServiceOrders
import Synchronization
import TestSupport
import Testing

@testable import BankClient

/// What a program leaves on the disk for the next one: the book of its orders, its copies, the record
/// of its session, its token file.
final class AppHome: Sendable {
  let bank: ServedBank
  let folder: String
  var tokenFile: String { "\(folder)/token" }
  var cache: String { "\(folder)/cache" }
  /// Where the order book is now; another place after each death.
  var book: String { "\(folder)/book-\(deaths.withLock { $0 })" }
  /// The durable part of the session's record.
  let record = Mutex<[UInt8]?>(nil)
  private let deaths = Mutex(0)

  init(at bank: ServedBank) throws {
    self.bank = bank
    folder = "\(bank.folder.path)/home-\(EmbeddedBank.randomID())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try write(token: ServedBank.token)
    _ = try OrderBook(folder: book)
  }

  /// Puts a token into the token file.
  func write(token: String) throws {
    guard
      FileManager.default.createFile(
        atPath: tokenFile, contents: Data(token.utf8), attributes: [.posixPermissions: 0o600])
    else { throw CocoaError(.fileWriteUnknown) }
  }

  /// Takes the book as it is on the disk at this instant into another place, where the next
  /// program finds it: whatever the dying one writes yet is written into a book that nobody reads.
  func die() throws {
    let old = try DatabaseQueue(path: "\(book)/orders.sqlite")
    let new = "\(folder)/book-\(deaths.withLock { $0 } + 1)"
    try FileManager.default.createDirectory(
      atPath: new, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try old.writeWithoutTransaction { db in
      try db.execute(sql: "VACUUM INTO ?", arguments: ["\(new)/orders.sqlite"])
    }
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: "\(new)/orders.sqlite")
    deaths.withLock { $0 += 1 }
  }

  /// What a session that has ended had to tell; nothing where it can be gone on with.
  func told() throws -> Outcome<JSONValue>? {
    let text = String(decoding: record.withLock { $0 } ?? [], as: UTF8.self)
    guard let line = text.split(separator: "\n").last, text.hasSuffix("\n") else { return nil }
    if line.hasPrefix("finish ") {
      return .finished(
        try JSONDecoder().decode(JSONValue.self, from: Data(line.dropFirst("finish ".count).utf8)))
    }
    return line == #"cancelled "user""# ? .cancelled(.user) : nil
  }

  /// The sample's earlier round-ups go into the book as this client's own: the API has no word for
  /// what a transfer covers.
  func bookSample() async throws {
    let orders = try OrderBook(folder: book)
    for account in try await bank.books.accounts() {
      let ever = Date(timeIntervalSince1970: 0)..<Date(timeIntervalSince1970: 1e11)
      let covered = try await bank.books.coveredPayments(of: account.id, in: ever)
      let payments = try await bank.books.payments(of: account.id, in: ever)
      let goals = try await bank.books.goals(of: account.id)
      guard !covered.isEmpty, let goal = goals.first else { continue }
      // The sample has one transfer of pence in an account, and that is its round-up.
      let transfer = try #require(
        payments.filter { $0.source == .internalTransfer && $0.amount.minorUnits < 1_00 }.first)
      let order = TransferOrder(
        key: transfer.id.text, account: account.id, goal: goal.id, amount: transfer.amount,
        covering: covered.sorted())
      let receipt = TransferReceipt(
        key: order.key, account: account.id, goal: goal.id, goalName: goal.name,
        amount: transfer.amount, totalSaved: transfer.amount, payment: transfer.id,
        movedAt: transfer.transactionTime)
      let time = Timestamp(transfer.transactionTime)
      var entry = OrderEntry(
        key: order.key, providerID: order.transfer, owner: nil, scope: "\(account.id)-money",
        kind: "transfer", contents: try CanonicalJSON.text(order), basis: "{}", orderedAt: time,
        now: time)
      entry.state = .done
      entry.answer = try CanonicalJSON.text(TransferResult.moved(receipt))
      entry.made = transfer.id.text
      let taken = try await orders.enter(
        entry,
        claiming: covered.map { id in
          OrderClaim(
            subject: id.text, place: account.id.text,
            time: payments.first { $0.id == id }.map { Timestamp($0.transactionTime) } ?? time,
            orderKey: order.key)
        })
      #expect(taken.isEmpty)
    }
  }
}
