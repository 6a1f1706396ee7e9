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

/// What a tolerant list can hold.
package protocol ListElement: Decodable {
  /// The member that names an element, for those that cannot be read.
  static var idMember: String { get }
}

/// A list that one malformed element does not make unreadable.
package struct TolerantList<Element: ListElement>: Decodable {
  package private(set) var elements: [Element] = []
  package private(set) var unread: [UnreadElement] = []

  /// Reads all that can be read.
  ///
  /// - Throws: a `DecodingError` if it is no list.
  package init(from decoder: any Decoder) throws {
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
    case unread(UnreadElement)

    init(from decoder: any Decoder) {
      do {
        self = .element(try Element(from: decoder))
      } catch {
        self = .unread(
          UnreadElement(id: Self.id(in: decoder), cause: (error as? DecodingError).words))
      }
    }

    private static func id(in decoder: any Decoder) -> String? {
      guard let members = try? decoder.container(keyedBy: MemberName.self) else { return nil }
      return try? members.decode(String.self, forKey: MemberName(Element.idMember))
    }
  }
}

/// The name of a member of a JSON object, whichever it is.
package struct MemberName: CodingKey {
  package let stringValue: String
  package var intValue: Int? { nil }
  package init(_ name: String) { stringValue = name }
  package init?(stringValue: String) { self.init(stringValue) }
  package init?(intValue: Int) { nil }
}

extension DecodingError? {
  /// What could not be read, and why.
  fileprivate var words: String {
    guard let context = self?.context else { return "it cannot be read" }
    let member = context.codingPath.last { $0.intValue == nil }?.stringValue
    return (member.map { "\($0): " } ?? "") + context.debugDescription
  }
}
