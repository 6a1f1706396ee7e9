import FreeAgentAPI

extension Operations {
  static let bankAccounts: [Operation] = [
    .getting(FreeAgent.BankAccount.self) { try $1.bankAccount($0.id) },
    .listing(FreeAgent.BankAccount.self) { try $1.bankAccounts($2, $3) },
    .creating(FreeAgent.BankAccount.self) { try $1.open($2) },
    .updating(FreeAgent.BankAccount.self) { try $1.change(bankAccount: $0.id, by: $2) },
    .deleting(FreeAgent.BankAccount.self) { try $1.delete(bankAccount: $0.id) },
    .getting(FreeAgent.BankFeed.self) { try $1.bankFeed($0.id) },
    .listing(FreeAgent.BankFeed.self) { try $1.bankFeeds($3) },
  ]

  static let bankTransactions: [Operation] = [
    .getting(FreeAgent.BankTransaction.self) { try $1.bankTransaction($0.id) },
    .listing(FreeAgent.BankTransaction.self) { try $1.bankTransactions($2, $3) },
    .deleting(FreeAgent.BankTransaction.self) { try $1.delete(bankTransaction: $0.id) },
  ]
}
