extension Starling {
  /// An element of a list that could not be read and was left out of it.
  public struct UnreadElement: Sendable, Hashable {
    /// Its id, if that could be read.
    public var id: String?

    /// What could not be read, in English: the member and what is wrong with it.
    public var cause: String

    /// Makes it of its fields.
    public init(id: String? = nil, cause: String) {
      self.id = id
      self.cause = cause
    }
  }
}

/// A list that one malformed element does not make unreadable.
struct TolerantList<Element: Decodable>: Decodable {
  var elements: [Element] = []
  var unread: [Starling.UnreadElement] = []

  /// Reads all that can be read.
  ///
  /// - Throws: a `DecodingError` if it is no list.
  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      switch try container.decode(Attempt.self) {
      case .element(let element): elements.append(element)
      case .unread(let description): unread.append(description)
      }
    }
  }

  /// One element; decoding it never throws, so that the list moves on to the next.
  private enum Attempt: Decodable {
    case element(Element)
    case unread(Starling.UnreadElement)

    init(from decoder: any Decoder) {
      do {
        self = .element(try Element(from: decoder))
      } catch {
        self = .unread(
          Starling.UnreadElement(id: Self.id(in: decoder), cause: (error as? DecodingError).words))
      }
    }

    /// Every model has its own id in a member whose name ends so, and before those of others.
    private static func id(in decoder: any Decoder) -> String? {
      guard let members = try? decoder.container(keyedBy: MemberName.self) else { return nil }
      return ["feedItemUid", "savingsGoalUid", "accountUid"].lazy
        .compactMap { MemberName(stringValue: $0) }
        .compactMap { try? members.decode(String.self, forKey: $0) }.first
    }
  }

  private struct MemberName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

extension KeyedDecodingContainer {
  /// The value, or nil if there is none or it cannot be read: for members that change nothing about
  /// what the others say.
  func readable<Value: Decodable>(_ key: Key) -> Value? {
    (try? decodeIfPresent(Value.self, forKey: key)) ?? nil
  }
}

extension DecodingError? {
  /// What could not be read, and why.
  fileprivate var words: String {
    let context: DecodingError.Context
    switch self {
    case .dataCorrupted(let found), .typeMismatch(_, let found), .valueNotFound(_, let found),
      .keyNotFound(_, let found):
      context = found
    default: return "it cannot be read"
    }
    let member = context.codingPath.last { $0.intValue == nil }?.stringValue
    return (member.map { "\($0): " } ?? "") + context.debugDescription
  }
}
