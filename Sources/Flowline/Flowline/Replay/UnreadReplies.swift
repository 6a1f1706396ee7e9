/// The replies in a journal that its flow cannot read any more.
struct UnreadReplies: Hashable, Sendable {
  private var indices: Set<Int> = []
  /// How many entries before each have a fate that is told; made with the first reply.
  private var placesOfFates: [Int]?

  /// Whether the entry at this index is one of them.
  func contains(_ index: Int) -> Bool { indices.contains(index) }

  /// Adds the reply at this index.
  ///
  /// - Returns: whether it is the first.
  mutating func add(_ index: Int, of entries: [JournalEntry]) -> Bool {
    indices.insert(index)
    guard placesOfFates == nil else { return false }
    var next = 0
    placesOfFates = entries.map { entry -> Int in
      defer { if entry.hasFate { next += 1 } }
      return next
    }
    return true
  }

  /// How many entries before this one have a fate that is told; nil as long as there is no reply.
  func placeOfFate(of index: Int) -> Int? { placesOfFates?[index] }
}
