/// `business`: less money than this week's round-up.
extension SampleWriter {
  func writeBusiness() throws {
    let account = try open(2, handle: "business", name: "Business", currency: "GBP")
    try post(businessPayments, to: account, from: 401)
    _ = try makeGoal(2, of: account, name: "Tax", target: nil, at: .daysBeforeLastWeek(14))
  }

  /// £2.10 is left; this week's payments give 99 + 95 + 90 + 93 = 377 pence.
  private var businessPayments: [SamplePayment] {
    [
      .sender(100_33, "Harbour Studio", .daysBeforeLastWeek(14), reference: "Invoice 7"),
      .shop(20_01, "Print Shop", .thisWeek(0.1)),
      .payee(35_05, "Accountants", .thisWeek(0.3), by: .fasterPaymentOut),
      .shop(14_10, "Stationer", .thisWeek(0.5)),
      .shop(29_07, "Web Hosting", .thisWeek(0.7)),
    ]
  }
}
