import Bank

/// `euro`: whole amounts this week, nothing last week, no goal.
extension SampleWriter {
  func writeEuro() throws {
    let account = try open(3, handle: "euro", name: "Euro", currency: "EUR")
    try post(euroPayments, to: account, from: 501)
  }

  private var euroPayments: [SamplePayment] {
    [
      .sender(
        800_00, "Studio Nord", .daysBeforeLastWeek(10), by: .sepaCreditTransfer,
        reference: "Illustration"),
      .shop(15_00, "Museum", .thisWeek(0.2)),
      .shop(42_00, "Brasserie", .thisWeek(0.6)),
    ]
  }
}
