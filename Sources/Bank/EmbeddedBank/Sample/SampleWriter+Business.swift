import Bank

/// `business`: less money than this week's round-up; one of last week's payments settled after that
/// week's round-up was moved.
extension SampleWriter {
  func writeBusiness() throws {
    let account = try open(2, handle: "business", name: "Business", currency: "GBP")
    try post(businessPayments + businessLastWeek, to: account, from: 401)
    let tax = try makeGoal(2, of: account, name: "Tax", target: nil, at: .daysBeforeLastWeek(14))
    try move(
      85, from: account, to: tax, legs: 451, covering: [id(.payment, 406), id(.payment, 407)],
      at: .lastWeek(0.9))
  }

  /// £2.10 is left; this week's payments give 99 + 95 + 90 + 93 = 377 pence.
  private var businessPayments: [SamplePayment] {
    [
      .sender(124_93, "Harbour Studio", .daysBeforeLastWeek(14), reference: "Invoice 7"),
      .shop(20_01, "Print Shop", .thisWeek(0.1)),
      .payee(35_05, "Accountants", .thisWeek(0.3), by: .fasterPaymentOut),
      .shop(14_10, "Stationer", .thisWeek(0.5)),
      .shop(29_07, "Web Hosting", .thisWeek(0.7)),
    ]
  }

  /// The first two gave 60 + 25 pence, which were moved; the third has 40 to give since.
  private var businessLastWeek: [SamplePayment] {
    [
      .shop(12_40, "Print Shop", .lastWeek(0.2)),
      .shop(7_75, "Stationer", .lastWeek(0.5)),
      .shop(3_60, "Courier", .lastWeek(0.88)),
    ]
  }
}
