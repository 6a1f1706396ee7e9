import BooksTestSupport
import Days
import FreeAgentAPI
import GRDB
import Money
import Testing

@testable import EmbeddedBooks

/// Pay runs, what is due to HMRC for them, who is paid, and what the ledger has of it.
struct PayrollTests {
  private func books(
    _ variant: SampleCompany.Variant = .limited
  ) throws -> TestBooks {
    try TestBooks(variant, includingPayroll: true)
  }

  @Test func `a tax year has the pay runs up to today, and what is due for each`() async throws {
    let test = try books()
    let year = try await test.send(FreeAgent.GetPayroll(2027))
    let periods = try #require(year.periods)
    #expect(periods.map(\.period) == [0, 1, 2, 3, 4])
    #expect(periods.first?.datedOn == (try day("2026-04-25")))
    #expect(periods.last?.datedOn == (try day("2026-08-25")))
    #expect(periods.allSatisfy { $0.payslips == nil && $0.status == "filed" })
    #expect(periods.first?.url?.url.hasSuffix("/v2/payroll/2027/0") == true)
    let payments = try #require(year.payments)
    #expect(payments.first?.dueOn == (try day("2026-05-22")))
    #expect(payments.last?.dueOn == (try day("2026-09-22")))
    // In August the director's pay of the year is above 5,000.
    let usual = try decimal("699.01")
    #expect(
      try payments.map(\.amountDue) == [usual, usual, usual, usual, decimal("734.26")])
    #expect(payments.allSatisfy { $0.status == "unpaid" })
    let before = try await test.send(FreeAgent.GetPayroll(2026))
    #expect(before.periods?.count == 12 && before.payments?.count == 12)
  }

  @Test func `a pay run has a payslip for each who is paid`() async throws {
    let test = try books()
    let period = try await test.send(FreeAgent.GetPayrollPeriod(4, of: 2027))
    let slips = try #require(period.payslips)
    #expect(slips.map(\.user) == [link(1), link(2)])
    #expect(slips.map(\.niCalcType) == ["Director", "Employee"])
    #expect(slips.map(\.basicPay) == [1047, 2500])
    #expect(try slips.map(\.employerPension) == [0, decimal("59.4")])
    #expect(slips.allSatisfy { $0.datedOn == period.datedOn && $0.bonus == 0 })
    for unknown in [(5, 2027), (12, 2026), (0, 2028), (0, 1999)] {
      let request = FreeAgent.GetPayrollPeriod(unknown.0, of: unknown.1)
      #expect(try await test.refusal(of: request).status == 404, "\(unknown)")
    }
  }

  /// The employee of £2,500 a month, and the director of £1,047, in August.
  @Test(arguments: [
    (2022, "204.36", "243.29", "0", "0"), (2023, "192.39", "262.17", "0", "0"),
    (2024, "174.24", "240.4", "0", "0"), (2025, "116.16", "240.4", "0", "0"),
    (2026, "116.16", "312.45", "0", "35.25"),
  ])
  func `National Insurance is by the rates of the month, and a director's by the year`(
    year: Int, employee: String, employer: String, director: String, ofDirector: String
  ) async throws {
    let test = try TestBooks(at: "\(year - 1)-09-20T10:00:00Z", includingPayroll: true)
    let period = try await test.send(FreeAgent.GetPayrollPeriod(4, of: year))
    let slips = try #require(period.payslips)
    #expect(try slips.map(\.employeeNI) == [decimal(director), decimal(employee)])
    #expect(try slips.map(\.employerNI) == [decimal(ofDirector), decimal(employer)])
    #expect(try slips.last?.taxDeducted == decimal("270.4"))
  }

  @Test func `a director's National Insurance of a year is that of the whole pay`() async throws {
    let test = try books()
    var sum: ExactDecimal = 0
    for month in 0..<12 {
      let period = try await test.send(FreeAgent.GetPayrollPeriod(month, of: 2026))
      sum = try sum.adding(period.payslips?.first?.employerNI ?? 0)
    }
    // 15 % of 12,564 less 5,000.
    #expect(try sum == decimal("1134.6"))
  }

  @Test func `before the rates that the sample knows nobody is paid`() async throws {
    let test = try TestBooks(at: "2021-09-20T10:00:00Z", includingPayroll: true)
    #expect(try await test.send(FreeAgent.GetPayroll(2021)).periods == [])
    #expect(try await test.send(FreeAgent.GetPayroll(2022)).periods?.count == 5)
  }

  @Test(arguments: ["2028", "1999", "0", "soon", "9223372036854775807"])
  func `a year in which nobody could be paid is not there`(year: String) async throws {
    let test = try books()
    for path in ["payroll/\(year)", "payroll/\(year)/0", "payroll_profiles/\(year)"] {
      #expect(await test.reply(.get, "/v2/\(path)").status == 404, "\(path)")
    }
  }

  @Test func `what HMRC was paid is marked, and the mark is taken back`() async throws {
    let test = try books()
    let due = try day("2026-06-22")
    func statuses(_ year: FreeAgent.PayrollYear) -> [String?] {
      (year.payments ?? []).map(\.status)
    }
    let paid = try await test.send(FreeAgent.MarkPayrollPayment(2027, dueOn: due, .paid))
    #expect(statuses(paid) == ["unpaid", "marked_as_paid", "unpaid", "unpaid", "unpaid"])
    let again = try await test.send(FreeAgent.MarkPayrollPayment(2027, dueOn: due, .paid))
    #expect(again == paid)
    #expect(try await test.send(FreeAgent.GetPayroll(2027)) == paid)
    let unpaid = try await test.send(FreeAgent.MarkPayrollPayment(2027, dueOn: due, .unpaid))
    #expect(Set(statuses(unpaid)) == ["unpaid"])
    let path = "/v2/payroll/2027/payments"
    for wrong in ["2026-06-23/mark_as_paid", "2026-06-22/mark_as_lost", "x/mark_as_paid"] {
      #expect(await test.reply(.put, "\(path)/\(wrong)").status == 404, "\(wrong)")
    }
    #expect(await test.reply(.get, "\(path)/2026-06-22/mark_as_unpaid").status == 404)
  }

  @Test func `pay is a cost, and owed to people, pensions and HMRC`() async throws {
    let without = try await TestBooks().totals()
    let with = try await books().totals()
    // Costs are those of five runs of this accounting year, and debts those of all seventeen.
    let expected = [
      "401": "12500", "402": "1562.25", "403": "297", "407": "5235", "408": "35.25",
      "813": "-2692.8", "814": "-13053.02", "902-1": "-17799", "902-2": "-34245.48",
    ]
    for (code, change) in expected {
      let difference = try (with[code] ?? 0).subtracting(without[code] ?? 0)
      #expect(difference == (try decimal(change)), "\(code)")
    }
    let changed = with.filter { without[$0.key] != $0.value }.keys
    #expect(Set(changed) == Set(expected.keys).union(["968"]))
    let posting = FreeAgent.LedgerTransactionFilter { $0.nominalCode = "401" }
    let postings: [FreeAgent.LedgerTransaction] = try await books().all(posting)
    #expect(postings.count == 5)
    #expect(postings.first?.description == "Ben Carter - Payslip")
    #expect(postings.first?.sourceItemURL?.hasSuffix("/v2/payroll/2027/0") == true)
  }

  @Test func `those who are paid have profiles`() async throws {
    let test = try books()
    let all = try await test.send(FreeAgent.GetPayrollProfiles(2027)).elements
    #expect(all.map(\.user) == [link(1), link(2)])
    #expect(all.last?.addressLine1 == "22 Castle Street" && all.last?.title == "Mr")
    let one = try await test.send(FreeAgent.GetPayrollProfiles(2027, of: link(2))).elements
    #expect(one == Array(all.suffix(1)))
    #expect(try await test.send(FreeAgent.GetPayrollProfiles(2027, of: link(9))).elements == [])
    let ben = try await test.get(2, FreeAgent.User.self)
    #expect(
      ben.currentPayrollProfile
        == .object([
          "total_pay_in_previous_employment": .text("0.0"),
          "total_tax_in_previous_employment": .text("0.0"),
        ]))
    #expect(try await test.get(3, FreeAgent.User.self).currentPayrollProfile == nil)
  }

  @Test func `who has paid nobody has empty years, and companies elsewhere have none`() async throws
  {
    for test in [try TestBooks(), try books(.soleTrader)] {
      let year = try await test.send(FreeAgent.GetPayroll(2027))
      #expect(year.periods == [] && year.payments == [])
      #expect(try await test.send(FreeAgent.GetPayrollProfiles(2027)).elements == [])
    }
    let abroad = try books()
    try abroad.books.write { ledger in
      try ledger.execute(
        "UPDATE company SET details = json_set(details, '$.type', 'UniversalCompany')")
    }
    for path in ["payroll/2027", "payroll/2027/0", "payroll_profiles/2027", "hire_purchases"] {
      #expect(await abroad.reply(.get, "/v2/\(path)").status == 404, "\(path)")
    }
  }
}
