import Books
import Days
import FreeAgentAPI
import Money

extension Operations {
  static let returns: [Operation] =
    ledgerTransactions + corporationTax + finalAccounts + selfAssessment + bands

  private static let ledgerTransactions: [Operation] = [
    .getting(FreeAgent.LedgerTransaction.self) { try $1.ledgerTransaction($0.id) },
    .listing(FreeAgent.LedgerTransaction.self) { try $1.ledgerTransactions($2, $3) },
  ]

  private static let corporationTax: [Operation] = [
    .getting(FreeAgent.CorporationTaxReturn.self) {
      try $1.corporationTaxReturn(endingOn: $0.day(inPath: "id"))
    },
    .listing(FreeAgent.CorporationTaxReturn.self) { try $1.corporationTaxReturns($3) },
    .answering(FreeAgent.MarkFiling<FreeAgent.CorporationTaxReturn>.self) { call, ledger in
      try ledger.mark(corporationTaxEndingOn: call.day(inPath: "id"), call.mark())
        .enveloped(as: FreeAgent.CorporationTaxReturn.key)
    },
    .answering(FreeAgent.MarkCorporationTaxPaid.self) { call, ledger in
      try ledger.mark(corporationTaxPaymentOf: call.day(inPath: "id"), .paid)
        .enveloped(as: FreeAgent.CorporationTaxReturn.key)
    },
    .answering(FreeAgent.MarkCorporationTaxUnpaid.self) { call, ledger in
      try ledger.mark(corporationTaxPaymentOf: call.day(inPath: "id"), .unpaid)
        .enveloped(as: FreeAgent.CorporationTaxReturn.key)
    },
  ]

  private static let finalAccounts: [Operation] = [
    .getting(FreeAgent.FinalAccountsReport.self) {
      try $1.finalAccountsReport(endingOn: $0.day(inPath: "id"))
    },
    .listing(FreeAgent.FinalAccountsReport.self) { try $1.finalAccountsReports($3) },
    .answering(FreeAgent.MarkFiling<FreeAgent.FinalAccountsReport>.self) { call, ledger in
      try ledger.mark(finalAccountsEndingOn: call.day(inPath: "id"), call.mark())
        .enveloped(as: FreeAgent.FinalAccountsReport.key)
    },
  ]

  private static let selfAssessment: [Operation] = [
    .answering(FreeAgent.GetSelfAssessmentReturns.self) { call, ledger in
      FreeAgent.Batch(try ledger.selfAssessmentReturns(of: call.user(inPath: "user")))
        .enveloped(as: FreeAgent.GetSelfAssessmentReturns.key)
    },
    .answering(FreeAgent.GetSelfAssessmentReturn.self) { call, ledger in
      try ledger.selfAssessmentReturn(
        of: call.user(inPath: "user"), endingOn: call.day(inPath: "id")
      ).enveloped(as: FreeAgent.SelfAssessmentReturn.key)
    },
    .answering(FreeAgent.MarkSelfAssessmentReturn.self) { call, ledger in
      try ledger.mark(
        selfAssessmentOf: call.user(inPath: "user"), endingOn: call.day(inPath: "id"), call.mark()
      ).enveloped(as: FreeAgent.SelfAssessmentReturn.key)
    },
    .answering(FreeAgent.MarkSelfAssessmentPayment.self) { call, ledger in
      try ledger.mark(
        selfAssessmentPaymentOf: call.user(inPath: "user"), endingOn: call.day(inPath: "id"),
        dueOn: call.day(inPath: "payment_date"), call.mark()
      ).enveloped(as: FreeAgent.SelfAssessmentReturn.key)
    },
  ]

  private static let bands: [Operation] = [
    .answering(FreeAgent.GetCISBands.self) { _, ledger in
      FreeAgent.Batch(try ledger.bandsOfCIS()).enveloped(as: FreeAgent.GetCISBands.key)
    }
  ]
}

extension Call {
  /// The number of a user in the path.
  ///
  /// - Throws: 404 if it is none.
  fileprivate func user(inPath name: Substring) throws -> Int64 {
    guard let id = values[name].flatMap({ Int64($0) }) else { throw FreeAgent.Failure.notFound }
    return id
  }

  /// What is said of a return, by the last word of the path.
  ///
  /// - Throws: 404 if there is no such word.
  func mark<Mark: RawRepresentable<String>>() throws -> Mark {
    guard let mark = values["mark"].flatMap(Mark.init(rawValue:)) else {
      throw FreeAgent.Failure.notFound
    }
    return mark
  }
}

extension Ledger {
  /// The rates of the Construction Industry Scheme.
  ///
  /// Source: the page “Construction Industry Scheme Bands”.
  ///
  /// - Throws: 404 unless the company is a subcontractor of the scheme.
  fileprivate func bandsOfCIS() throws -> [FreeAgent.CISBand] {
    guard try company().cisSubcontractor == true, try companyFacts().kind != .other else {
      throw FreeAgent.Failure.notFound
    }
    let bands = [
      ("cis_gross", "0.0", "Gross", "061"), ("cis_standard", "0.2", "20%", "062"),
      ("cis_higher", "0.3", "30%", "063"),
    ]
    return bands.map { name, rate, text, code in
      FreeAgent.CISBand {
        $0.name = name
        $0.deductionRate = ExactDecimal(rate)
        $0.incomeDescription = "CIS Income (\(text))"
        $0.deductionDescription = "CIS Deduction (\(text))"
        $0.nominalCode = code
      }
    }
  }
}
