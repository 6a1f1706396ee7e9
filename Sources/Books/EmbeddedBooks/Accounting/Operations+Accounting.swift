import Days
import FreeAgentAPI

extension Operations {
  static let accounting: [Operation] =
    trialBalance + balanceSheet + journalSets + capitalAssetTypes + vatReturns

  private static let trialBalance: [Operation] = [
    .answering(FreeAgent.GetTrialBalance.self) { call, ledger in
      let (first, last) = (try call.day("from_date"), try call.day("to_date") ?? ledger.today)
      guard first.map({ $0 <= last }) ?? true else {
        throw FreeAgent.Failure.badRequest("to_date is before from_date")
      }
      return FreeAgent.Batch(try ledger.trialBalance(from: first, through: last))
        .enveloped(as: FreeAgent.GetTrialBalance.key)
    },
    .answering(FreeAgent.GetOpeningTrialBalance.self) { _, ledger in
      FreeAgent.Batch(try ledger.openingTrialBalance())
        .enveloped(as: FreeAgent.GetTrialBalance.key)
    },
  ]

  private static let balanceSheet: [Operation] = [
    .answering(FreeAgent.GetBalanceSheet.self) { call, ledger in
      try ledger.balanceSheet(at: call.day("as_at_date") ?? ledger.today)
        .enveloped(as: FreeAgent.GetBalanceSheet.key)
    },
    .answering(FreeAgent.GetOpeningBalanceSheet.self) { _, ledger in
      try ledger.openingBalanceSheet().enveloped(as: FreeAgent.GetBalanceSheet.key)
    },
  ]

  private static let journalSets: [Operation] = [
    .getting(FreeAgent.JournalSet.self) { try $1.journalSet($0.id) },
    .listing(FreeAgent.JournalSet.self) { try $1.journalSets($2, $3) },
    .creating(FreeAgent.JournalSet.self) { try $1.add($2) },
    .updating(FreeAgent.JournalSet.self) { try $1.change(journalSet: $0.id, by: $2) },
    .deleting(FreeAgent.JournalSet.self) { try $1.delete(journalSet: $0.id) },
    .answering(FreeAgent.GetOpeningJournalSet.self) { _, ledger in
      try ledger.openingJournalSet().enveloped(as: FreeAgent.JournalSet.key)
    },
  ]

  private static let capitalAssetTypes: [Operation] = [
    .getting(FreeAgent.CapitalAssetType.self) { try $1.capitalAssetType($0.id) },
    .listing(FreeAgent.CapitalAssetType.self) { try $1.capitalAssetTypes($3) },
    .creating(FreeAgent.CapitalAssetType.self) { try $1.add($2) },
    .updating(FreeAgent.CapitalAssetType.self) { try $1.change(capitalAssetType: $0.id, by: $2) },
    // The answer is what was deleted.
    .answering(FreeAgent.Delete<FreeAgent.CapitalAssetType>.self) { call, ledger in
      try ledger.delete(capitalAssetType: call.id).enveloped(as: FreeAgent.CapitalAssetType.key)
    },
  ]
}

extension Operations {
  private static let vatReturns: [Operation] = [
    .getting(FreeAgent.VATReturn.self) { try $1.vatReturn(endingOn: $0.day(inPath: "id")) },
    .listing(FreeAgent.VATReturn.self) { try $1.vatReturns($3) },
    .answering(FreeAgent.MarkFiling<FreeAgent.VATReturn>.self) { call, ledger in
      try ledger.mark(vatReturnEndingOn: call.day(inPath: "id"), call.mark())
        .enveloped(as: FreeAgent.VATReturn.key)
    },
    .answering(FreeAgent.MarkVATPayment.self) { call, ledger in
      let due = try call.day(inPath: "payment_date")
      return try ledger.mark(vatPaymentOf: call.day(inPath: "id"), dueOn: due, call.mark())
        .enveloped(as: FreeAgent.VATReturn.key)
    },
  ]
}

extension Call {
  /// The day in the path.
  ///
  /// - Throws: 404 if it is none.
  func day(inPath name: Substring) throws -> Day {
    guard let day = values[name].flatMap({ Day($0) }) else { throw FreeAgent.Failure.notFound }
    return day
  }
}
