import Bank
import Money

/// `personal`: every status, both directions, a goal with money in it.
extension SampleWriter {
  func writePersonal(withUndocumentedStatus: Bool) throws {
    let account = try open(1, handle: "personal", name: "Personal", currency: "GBP")
    try post(personalPast + personalLastWeek, to: account, from: 101)
    let undocumented = withUndocumentedStatus ? [personalUndocumented] : []
    try post(
      personalThisWeek + personalThisWeekUncounted + undocumented, to: account, from: 201)

    let trip = try makeGoal(
      1, of: account, name: "Trip", target: 500_00, at: .daysBeforeLastWeek(14))
    try move(100_00, from: account, to: trip, legs: 301, at: .daysBeforeLastWeek(14))
    // An earlier round-up: what it covered is not to be moved again.
    try move(
      20, from: account, to: trip, legs: 303, covering: [id(.payment, 102)], at: .lastWeek(0.1))
    try move(20_50, from: account, to: trip, legs: 305, at: .thisWeek(0.55))
  }

  private var personalPast: [SamplePayment] {
    [
      .sender(1850_00, "Harbour Studio", .daysBeforeLastWeek(21), reference: "Salary"),
      .shop(8_80, "Corner Coffee", .justBeforeLastWeek),
    ]
  }

  /// These give 90 + 55 + 94 + 1 + 80 = 320 pence.
  private var personalLastWeek: [SamplePayment] {
    [
      .shop(1_10, "Newsagent", .lastWeek(0)),
      .shop(27_45, "Green Grocer", .lastWeek(0.22)),
      abroad(2_06, "Boulangerie", euroCents: 2_39, .lastWeek(0.41)),
      .payee(15_99, "City Gym", .lastWeek(0.55)),
      .shop(60_00, "Railway Tickets", .lastWeek(0.78)),
      .shop(3_20, "Night Bus", .endOfLastWeek),
    ]
  }

  /// These give 65 + 80 + 13 = 158 pence; the first lies exactly at the week's begin.
  private var personalThisWeek: [SamplePayment] {
    [
      .shop(4_35, "Corner Coffee", .thisWeek(0)),
      .payee(5_20, "Phone Company", .thisWeek(0.3)),
      .shop(0_87, "Newsagent", .thisWeek(0.62)),
    ]
  }

  private var personalThisWeekUncounted: [SamplePayment] {
    var refund = SamplePayment.sender(
      18_49, "Book Shop", .thisWeek(0.45), by: .fasterPaymentRefund, reference: "Returned books")
    refund.counterparty = Counterparty(kind: .merchant, name: "Book Shop")
    var roundedUp = SamplePayment.shop(3_40, "Bakery", .thisWeek(0.5))
    roundedUp.isRoundedUpByBank = true
    return [
      .shop(12_00, "Cinema", .thisWeek(0.2)),
      abroad(17_00, "Hotel du Port", euroCents: 19_72, .thisWeek(0.25)),
      .sender(1850_00, "Harbour Studio", .thisWeek(0.35), reference: "Salary"),
      refund,
      roundedUp,
      .shop(6_75, "Green Grocer", .thisWeek(0.95), .pending),
      .shop(30_10, "Petrol Station", .thisWeek(0.4), .reversed),
      .shop(89_99, "Shoe Shop", .thisWeek(0.65), .declined),
      .shop(18_49, "Book Shop", .thisWeek(0.15), .refunded),
      .payee(9_99, "Film Club", .thisWeek(0.7), .retrying),
      .payee(0_01, "Landlord", .thisWeek(0.75), .accountCheck, by: .fasterPaymentOut),
      .payee(45_50, "Water Works", .restOfThisWeek(0.5), .upcoming),
    ]
  }

  /// What Starling's document of its API does not know.
  private var personalUndocumented: SamplePayment {
    .payee(7_25, "Old Magazine", .thisWeek(0.8), .upcomingCancelled)
  }

  private func abroad(
    _ minorUnits: Int64, _ name: String, euroCents: Int64, _ moment: SampleTimes.Moment
  ) -> SamplePayment {
    var payment = SamplePayment.shop(minorUnits, name, moment)
    payment.sourceAmount = Currency(code: "EUR").map {
      Money(minorUnits: euroCents, currency: $0)
    }
    return payment
  }
}
