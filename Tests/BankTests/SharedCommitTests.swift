import BankTestSupport
import FoundationEssentials
import Money
import TestSupport
import Testing

@testable import Bank
@testable import EmbeddedBank

/// Those who write at the same time share a commit, and nothing else.
struct SharedCommitTests {
  @Test(arguments: [true, false])
  func `undoes the work that fails, and no other`(isServed: Bool) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("bank.sqlite")
    let bank = try isServed ? EmbeddedBank(servedFrom: path, now: { Date() }) : .inMemory()
    let pound = try currency("GBP")
    let made = try await withThrowingTaskGroup(of: String?.self) { group in
      for number in 0..<100 {
        group.addTask {
          do {
            return try await bank.writeBehind { ledger in
              let new = NewAccount(handle: "\(number)", name: "\(number)", currency: pound)
              let account = try ledger.open(new)
              if number % 3 == 0 { throw BankError.invalidRecord(cause: "\(number)") }
              // A second one of the name breaks a rule of the schema.
              if number % 5 == 0 { _ = try ledger.open(new) }
              return account.handle
            }
          } catch let error as BankError {
            let isWanted = number % 3 == 0 || number % 5 == 0
            #expect(isWanted, "\(error)")
            return nil
          }
        }
      }
      return try await group.reduce(into: Set<String>()) { handles, handle in
        if let handle { handles.insert(handle) }
      }
    }
    #expect(made.count == (0..<100).count { $0 % 3 != 0 && $0 % 5 != 0 })
    #expect(Set(try await bank.accounts().map(\.handle)) == made)
    if isServed {
      #expect(Set(try await EmbeddedBank(path: path).accounts().map(\.handle)) == made)
    }
  }
}
