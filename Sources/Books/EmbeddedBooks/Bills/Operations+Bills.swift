import FreeAgentAPI

extension Operations {
  static let bills: [Operation] = [
    .getting(FreeAgent.Bill.self) { try $1.bill($0.id) },
    .listing(FreeAgent.Bill.self) { try $1.bills($2, $3) },
    .creating(FreeAgent.Bill.self, bodyLimit: Operation.fileBodyLimit) { try $1.add($2) },
    .updating(FreeAgent.Bill.self, bodyLimit: Operation.fileBodyLimit) {
      try $1.change(bill: $0.id, by: $2)
    },
    .deleting(FreeAgent.Bill.self) { try $1.delete(bill: $0.id) },
    .getting(FreeAgent.StockItem.self) { try $1.stockItem($0.id) },
    .listing(FreeAgent.StockItem.self) { try $1.stockItems($2, $3) },
    .getting(FreeAgent.CapitalAsset.self) {
      try $1.capitalAsset($0.id, withHistory: $0.flag("include_history"))
    },
    .listing(FreeAgent.CapitalAsset.self) { try $1.capitalAssets($2, $3) },
    .getting(FreeAgent.HirePurchase.self) { try $1.hirePurchase($0.id) },
    .listing(FreeAgent.HirePurchase.self) { try $1.hirePurchases($3) },
  ]
}
