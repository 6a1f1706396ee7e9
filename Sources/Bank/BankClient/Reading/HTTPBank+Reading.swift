public import Bank
public import FoundationEssentials
import Money
import ServiceBasics
import ServiceCalls
import StarlingAPI

extension HTTPBank {
  /// The customer's accounts, in the bank's order.
  ///
  /// One in a currency that ISO 4217 does not have, or without an id, is passed over.
  public func accounts() async throws -> [Account] {
    let listed = try await ask(Starling.GetAccounts())
    tellUnread(listed.unread, what: "account")
    let accounts = Account.named(
      (listed.accounts ?? []).compactMap { account in
        guard
          let id = account.accountUid.flatMap({ Account.ID($0) }),
          let category = account.defaultCategory.flatMap({ Account.Category.ID($0) }),
          let currency = account.currency.flatMap({ Currency(code: $0) })
        else {
          tellPassedOver("account", id: account.accountUid)
          return nil
        }
        return (id: id, name: account.name ?? "", category: category, currency: currency)
      })
    memory.accounts = accounts
    return accounts
  }

  /// The account with this id.
  ///
  /// - Throws: `unknownAccount` where the bank does not list it.
  func account(_ id: Account.ID) async throws -> Account {
    if let account = memory.accounts.first(where: { $0.id == id }) { return account }
    guard let account = try await accounts().first(where: { $0.id == id }) else {
      throw BankError.unknownAccount(id)
    }
    return account
  }

  /// What is in the main category of an account.
  public func balance(of account: Account.ID) async throws -> Balance {
    let balance = try await ask(Starling.GetBalance(account: account.text), about: account)
    guard
      let cleared = balance.clearedBalance.flatMap({ Money($0) }),
      let effective = balance.effectiveBalance.flatMap({ Money($0) })
    else { throw BankError.unreadableAnswer(cause: .incomplete("the balance")) }
    return Balance(cleared: cleared, effective: effective)
  }

  /// The feed of the main category, newest first.
  public func payments(of id: Account.ID, in interval: Range<Date>) async throws -> [Payment] {
    let account = try await account(id)
    // Nobody says whether the ends are in it: a little more is asked for than is given.
    let items = try await ask(
      Starling.GetFeedBetween(
        account: id.text, category: account.defaultCategory.text,
        from: Timestamp(interval.lowerBound.addingTimeInterval(-0.001)),
        until: Timestamp(interval.upperBound.addingTimeInterval(0.001))), about: id)
    let payments = payments(items, of: account).filter { interval.contains($0.transactionTime) }
    memory.note(payments.filter { $0.category == account.defaultCategory })
    return payments
  }

  /// The payments of a part of a feed, newest first; of the same millisecond, as the bank has them.
  func payments(_ items: Starling.FeedItems, of account: Account) -> [Payment] {
    tellUnread(items.unread, what: "feed item")
    let payments = (items.feedItems ?? []).compactMap { item -> Payment? in
      let payment = Payment(item, account: account)
      if payment == nil { tellPassedOver("feed item", id: item.feedItemUid) }
      return payment
    }
    return payments.enumerated().sorted { left, right in
      left.element.transactionTime == right.element.transactionTime
        ? left.offset < right.offset
        : left.element.transactionTime > right.element.transactionTime
    }.map(\.element)
  }

  /// The savings goals of an account in any state, in the bank's order.
  public func goals(of id: Account.ID) async throws -> [SavingsGoal] {
    let account = try await account(id)
    let goals = try await ask(Starling.GetSavingsGoals(account: id.text), about: id)
    return self.goals(goals, in: account.currency)
  }

  /// The goals of a list, in the bank's order.
  func goals(_ goals: Starling.SavingsGoals, in currency: Currency) -> [SavingsGoal] {
    tellUnread(goals.unread, what: "goal")
    let known = goals.savingsGoalList.compactMap { element -> SavingsGoal? in
      let goal = SavingsGoal(element, currency: currency)
      if goal == nil { tellPassedOver("goal", id: element.savingsGoalUid) }
      return goal
    }
    memory.note(known)
    return known
  }

  private func tellUnread(_ elements: [Starling.UnreadElement], what: String) {
    for element in elements { tellPassedOver(what, id: element.id) }
  }

  /// Notes an element that was passed over; in place of its id the bank may have written anything.
  private func tellPassedOver(_ what: String, id: String?) {
    let redaction = Redaction(try? requester.tokens.tokenInUse())
    tell(.passedOver(what: what, id: id.map(redaction.redact)))
  }
}
