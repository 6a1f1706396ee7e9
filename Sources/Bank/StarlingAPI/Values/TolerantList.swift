public import ServiceBasics

extension Starling {
  /// An element of a list that could not be read and was left out of it.
  public typealias UnreadElement = ServiceBasics.UnreadElement
}

extension Starling.FeedItem: ListElement {
  package static let idMember = "feedItemUid"
}

extension Starling.SavingsGoal: ListElement {
  package static let idMember = "savingsGoalUid"
}

extension Starling.Account: ListElement {
  package static let idMember = "accountUid"
}

extension KeyedDecodingContainer {
  /// The value, or nil if there is none or it cannot be read: for members that change nothing about
  /// what the others say.
  func readable<Value: Decodable>(_ key: Key) -> Value? {
    (try? decodeIfPresent(Value.self, forKey: key)) ?? nil
  }
}
