/// Where a step is: the ids from the root flow down to it.
///
/// A path shares what it has in common with those above it, so a step further down costs the same
/// however deep it is.
public struct StepPath: Sendable {
  /// The last id, and the path above it.
  private final class Node: Sendable {
    let id: StepID
    /// How many ids there are up to here.
    let count: Int
    // Written once more as it goes, so that a path of any length goes without recursion.
    nonisolated(unsafe) var above: Node?

    init(_ id: StepID, above: Node?) {
      self.id = id
      self.above = above
      count = (above?.count ?? 0) + 1
    }

    deinit {
      var next = above.take()
      // Nothing else may hold the node while it is looked at: it would never be known as the only reference.
      while isKnownUniquelyReferenced(&next) {
        let further = next?.above.take()
        next = further
      }
    }
  }

  private let last: Node?

  private init(_ last: Node?) { self.last = last }

  /// Makes a path of ids, the root flow first.
  public init(_ ids: some Sequence<StepID>) {
    last = ids.reduce(nil) { Node($1, above: $0) }
  }

  /// The ids, the root flow first.
  ///
  /// Costs their number.
  public var ids: [StepID] {
    var ids: [StepID] = []
    ids.reserveCapacity(count)
    var node = last
    while let next = node {
      ids.append(next.id)
      node = next.above
    }
    return ids.reversed()
  }

  /// How many ids there are.
  public var count: Int { last?.count ?? 0 }

  /// The id of the step itself; nil for an empty path.
  public var id: StepID? { last?.id }

  /// The path one step further down.
  public func appending(_ id: StepID) -> StepPath { StepPath(Node(id, above: last)) }
}

extension StepPath: Hashable {
  /// Whether the ids are the same.
  public static func == (left: Self, right: Self) -> Bool {
    guard left.count == right.count else { return false }
    var (one, other) = (left.last, right.last)
    while let here = one, let there = other, here !== there {
      guard here.id == there.id else { return false }
      (one, other) = (here.above, there.above)
    }
    return true
  }

  /// Hashes the last ids, which tell paths apart, and their number.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    hasher.combine(last?.id)
    hasher.combine(last?.above?.id)
  }
}

extension StepPath: CustomStringConvertible {
  /// The ids joined by slashes, as in `round-up/new-goal/target`.
  public var description: String { ids.map(\.rawValue).joined(separator: "/") }
}

extension StepPath: Codable {
  /// Reads a list of ids.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode([StepID].self))
  }

  /// Writes a list of ids.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(ids)
  }

  /// What it encodes to.
  var recorded: JSONValue { .array(ids.map { .string($0.rawValue) }) }
}
