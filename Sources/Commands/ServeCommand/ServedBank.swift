import Bank
import SampleBank

/// A customer's sample bank, which tells the customer nothing of the files of this computer.
struct ServedBank: ForwardingBank {
  private let bank: FileBank

  init(_ bank: FileBank) { self.bank = bank }

  func base() throws -> any Bank { bank }

  func forward<Answer>(_ ask: (any Bank) async throws -> Answer) async throws -> Answer {
    do {
      return try await ask(bank)
    } catch let error as BankError {
      throw error.withoutFile
    }
  }
}
