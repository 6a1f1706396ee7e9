import FreeAgentAPI

extension Operations {
  static let explanations: [Operation] = [
    .getting(FreeAgent.BankTransactionExplanation.self) { try $1.explanation($0.id) },
    .listing(FreeAgent.BankTransactionExplanation.self) { try $1.explanations($2, $3) },
    .creating(
      FreeAgent.BankTransactionExplanation.self, bodyLimit: Operation.fileBodyLimit
    ) { try $1.explain($2) },
    .updating(
      FreeAgent.BankTransactionExplanation.self, bodyLimit: Operation.fileBodyLimit
    ) { try $1.change(explanation: $0.id, by: $2) },
    .deleting(FreeAgent.BankTransactionExplanation.self) { try $1.delete(explanation: $0.id) },
  ]
}
