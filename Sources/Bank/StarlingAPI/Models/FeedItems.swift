public import ServiceBasics

extension Starling {
  /// `FeedItems`: a part of a feed.
  public struct FeedItems: Codable, Sendable, Hashable {
    /// The items that could be read; nil if the answer has no list.
    public var feedItems: [FeedItem]?

    /// The elements that could not be read; they are never written.
    public var unread: [UnreadElement] = []

    private enum CodingKeys: String, CodingKey {
      case feedItems
    }

    /// Makes it of its fields.
    public init(feedItems: [FeedItem]? = nil) {
      self.feedItems = feedItems
    }

    /// Reads the list; an element that cannot be read is left out.
    public init(from decoder: any Decoder) throws {
      let list = try decoder.container(keyedBy: CodingKeys.self)
        .decodeIfPresent(TolerantList<FeedItem>.self, forKey: .feedItems)
      feedItems = list?.elements
      unread = list?.unread ?? []
    }
  }
}
