import Bank
import Money

extension Account {
  /// Accounts with handles that people type: each name in lower case with hyphens for all but letters
  /// and digits, and a number behind it where an earlier account has the same.
  static func named(
    _ accounts: [(id: ID, name: String, category: Category.ID, currency: Currency)]
  ) -> [Account] {
    var taken: Set<String> = []
    return accounts.map { account in
      let slug = slug(of: account.name)
      var handle = slug
      var number = 1
      while !taken.insert(handle).inserted {
        number += 1
        handle = "\(slug)-\(number)"
      }
      return Account(
        id: account.id, handle: handle, name: account.name, currency: account.currency,
        defaultCategory: account.category)
    }
  }

  private static func slug(of name: String) -> String {
    let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
    return words.isEmpty ? "account" : words.joined(separator: "-")
  }
}
