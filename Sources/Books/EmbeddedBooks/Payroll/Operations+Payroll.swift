import FreeAgentAPI

extension Operations {
  static let payroll: [Operation] = [
    .answering(FreeAgent.GetPayroll.self) { call, ledger in
      try ledger.payroll(call.number(inPath: "year")).member
    },
    .answering(FreeAgent.GetPayrollPeriod.self) { call, ledger in
      try ledger.payrollPeriod(call.number(inPath: "period"), of: call.number(inPath: "year"))
        .enveloped(as: FreeAgent.PayrollPeriod.key)
    },
    .answering(FreeAgent.MarkPayrollPayment.self) { call, ledger in
      try ledger.mark(
        payrollPaymentOf: call.number(inPath: "year"), dueOn: call.day(inPath: "payment_date"),
        call.mark()
      ).member
    },
    .answering(FreeAgent.GetPayrollProfiles.self) { call, ledger in
      let user = call.parameter("user").map { FreeAgent.Link<FreeAgent.User>(url: $0) }
      return FreeAgent.Batch(
        try ledger.payrollProfiles(call.number(inPath: "year"), of: user)
      ).enveloped(as: FreeAgent.GetPayrollProfiles.key)
    },
  ]
}

extension Call {
  /// The number in the path that is not an id.
  ///
  /// - Throws: 404 if it is none.
  fileprivate func number(inPath name: Substring) throws -> Int {
    guard let number = values[name].flatMap({ Int($0) }) else { throw FreeAgent.Failure.notFound }
    return number
  }
}
