import FreeAgentAPI

extension Operations {
  static let statements: [Operation] = [
    .doing(FreeAgent.UploadStatement.self, bodyLimit: Operation.fileBodyLimit) { call, ledger in
      let link = call.parameter("bank_account").map {
        FreeAgent.Link<FreeAgent.BankAccount>(url: $0)
      }
      let account = try ledger.accountID(link)
      guard let list = try call.list(FreeAgent.UploadStatement.key) else {
        throw FreeAgent.Failure.unreadableStatement
      }
      try ledger.take(
        list.map { try Call.record($0, named: FreeAgent.UploadStatement.key) }, into: account)
    },
    .answering(FreeAgent.GetPlaceOfSupplyRates.self) { call, _ in
      guard let country = call.parameter("country"),
        FreeAgent.GetPlaceOfSupplyRates.countries.contains(country)
      else { throw FreeAgent.Failure.badRequest("country is invalid") }
      guard call.parameter("date").map({ FreeAgent.JSON.text($0).isDay }) ?? true else {
        throw FreeAgent.Failure.badRequest("date is invalid")
      }
      return FreeAgent.Batch(PlaceOfSupply.rates(in: country)).enveloped(
        as: FreeAgent.GetPlaceOfSupplyRates.key)
    },
  ]
}
