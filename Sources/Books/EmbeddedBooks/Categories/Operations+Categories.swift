import FreeAgentAPI

extension Operations {
  static let categories: [Operation] = [
    .answering(FreeAgent.GetCategories.self) { call, ledger in
      let isWithSubAccounts =
        call.parameter("sub_accounts").flatMap { Bool(member: .text($0)) } ?? false
      return try ledger.categories(withSubAccounts: isWithSubAccounts).body
    },
    .answering(FreeAgent.GetCategory.self) { call, ledger in
      try ledger.groupedCategory(call.code).body
    },
    Operation(FreeAgent.CreateCategory.self) { call, ledger in
      let made = try ledger.add(try call.contents(FreeAgent.Category.self))
      return try BooksReply(status: 201, made.body, location: made.category.url?.url)
    },
    .answering(FreeAgent.UpdateCategory.self) { call, ledger in
      try ledger.change(category: call.code, by: try call.contents(FreeAgent.Category.self)).body
    },
    .doing(FreeAgent.DeleteCategory.self) { call, ledger in
      try ledger.delete(category: call.code)
    },
  ]
}

extension Call {
  /// The nominal code in the path.
  fileprivate var code: String { values["nominal_code"] ?? "" }
}
