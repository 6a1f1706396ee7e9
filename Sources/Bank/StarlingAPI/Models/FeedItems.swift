extension Starling {
  /// `FeedItems`: a part of a feed.
  public struct FeedItems: Codable, Sendable, Hashable {
    /// The items.
    public var feedItems: [FeedItem]?

    /// Makes it of its fields.
    public init(feedItems: [FeedItem]? = nil) {
      self.feedItems = feedItems
    }
  }
}
