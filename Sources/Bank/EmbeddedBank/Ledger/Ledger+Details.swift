package import Bank
import GRDB
import Money
import ServiceBasics

extension Ledger {
  /// The accounts with their details, in the order in which they were opened.
  package func accountDetails() throws -> [AccountDetails] {
    try rows(NumberedAccount.self, "SELECT * FROM account ORDER BY number").map(\.details)
  }

  /// An account with its details.
  package func details(of id: Account.ID) throws -> AccountDetails {
    guard
      let row = try row(NumberedAccount.self, "SELECT * FROM account WHERE id = ?", [id.text])
    else { throw BankError.unknownAccount(id) }
    return row.details
  }

  /// What all goals of an account hold together.
  package func savedInGoals(of id: Account.ID) throws -> Int64 {
    try value(Int64.self, "SELECT sum(total) FROM goal WHERE account = ?", [id.text]) ?? 0
  }
}

/// An account with the number of its row, from which its numbers follow.
private struct NumberedAccount: Decodable, FetchableRecord {
  let row: BankRecords.AccountRow
  let number: Int64

  private enum CodingKeys: CodingKey { case number }

  init(from decoder: any Decoder) throws {
    row = try BankRecords.AccountRow(from: decoder)
    number = try decoder.container(keyedBy: CodingKeys.self).decode(Int64.self, forKey: .number)
  }

  var details: AccountDetails {
    AccountDetails(
      account: row.account, kind: row.type, openedAt: Timestamp(milliseconds: row.openedAt),
      number: AccountNumber(opened: number))
  }
}
