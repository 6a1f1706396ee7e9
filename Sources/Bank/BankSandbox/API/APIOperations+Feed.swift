import Bank
import EmbeddedBank
import SandboxKit
import ServiceBasics
import StarlingAPI

extension APIOperations {
  static let feed: [Operation] = [
    .answering(Starling.GetFeedChanges.self) { call, ledger in
      let since = try call.time("changesSince")
      return try items(ledger.feed(of: try call.category(ledger), changedSince: since), call)
    },
    .answering(Starling.GetFeedBetween.self) { call, ledger in
      let (start, end) = try call.interval()
      return try items(ledger.feed(of: try call.category(ledger), from: start, to: end), call)
    },
    .answering(Starling.GetSettledFeedBetween.self) { call, ledger in
      let (start, end) = try call.interval()
      return try items(
        ledger.settledFeed(of: try call.account(ledger).id, from: start, to: end), call)
    },
    .answering(Starling.GetFeedItem.self) { call, ledger in
      Starling.FeedItem(try call.feedItem(ledger))
    },
  ]

  /// What a customer writes to an item.
  static let feedItems: [Operation] = [
    Operation(.put, "\(Starling.GetFeedItem.route)/user-note", scopes: edit) { call, ledger in
      let note = try call.body(UserNote.self).userNote
      try ledger.setNote(note, of: try call.feedItem(ledger).payment.id)
      return .empty(status: 200)
    },
    Operation(.put, "\(Starling.GetFeedItem.route)/spending-category", scopes: edit) {
      call, ledger in
      let word = try call.body(SpendingCategoryUpdate.self).spendingCategory
      guard SpendingCategories.all.contains(word) else {
        throw RequestProblem.invalid("spendingCategory", "must be a spending category")
      }
      try ledger.setSpendingCategory(word, of: try call.feedItem(ledger).payment.id)
      return .empty(status: 200)
    },
  ]

  private static let edit: [Starling.Scope] = [.transactionEdit]

  private static func items(_ items: [LedgerItem], _ call: Call) -> Starling.FeedItems {
    Starling.FeedItems(feedItems: items.filter { !call.hides($0) }.map(Starling.FeedItem.init))
  }
}

private struct UserNote: Decodable {
  let userNote: String
}

private struct SpendingCategoryUpdate: Decodable {
  let spendingCategory: String
}

extension Call {
  /// Whether the feed does not have an item yet.
  fileprivate func hides(_ item: LedgerItem) -> Bool {
    lag.hides(madeAt: Timestamp(item.payment.transactionTime), at: time)
  }

  /// The category that the path names, of the account that it names.
  fileprivate func category(_ ledger: Ledger) throws -> Account.Category.ID {
    let account = try account(ledger)
    let category: Account.Category.ID = try id("categoryUid")
    guard try ledger.has(category, in: account) else {
      throw RequestProblem.refused("UNKNOWN_CATEGORY", status: 404)
    }
    return category
  }

  /// The item that the path names, of the category that it names.
  fileprivate func feedItem(_ ledger: Ledger) throws -> LedgerItem {
    let category = try category(ledger)
    let found = try ledger.feedItem(try id("feedItemUid"), in: category)
    guard let item = found, !hides(item) else {
      throw RequestProblem.refused(.unknownFeedItem, status: 404)
    }
    return item
  }
}
