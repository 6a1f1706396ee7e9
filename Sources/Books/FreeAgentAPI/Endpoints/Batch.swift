public import FoundationEssentials
public import ServiceBasics

extension FreeAgent {
  /// A list of an answer: what could be read of it, and what could not.
  public struct Batch<Element: Record>: Sendable, Hashable {
    /// The elements, in the order of the service.
    public var elements: [Element]

    /// The elements that could not be read; they are never written.
    public var unread: [UnreadElement]

    /// Makes a list.
    public init(_ elements: [Element], unread: [UnreadElement] = []) {
      self.elements = elements
      self.unread = unread
    }

    /// Reads the list under a key.
    ///
    /// - Parameters:
    ///   - body: the bytes of an object.
    ///   - key: the member that is the list, such as `invoices`.
    /// - Throws: a `DecodingError` if there is no such list.
    public init(from body: Data, key: String) throws {
      let list = try Enveloped<TolerantList<Entry<Element>>>.value(in: body, keys: [key])
      self.init(list.elements.map(\.record), unread: list.unread)
    }

    /// The object with the list under a key.
    public func enveloped(as key: String) -> JSON { .object([key: elements.member]) }
  }

  /// An object with one member, and what that is.
  enum Enveloped<Value: Decodable> {
    /// Reads the first of these members that there is.
    static func value(in body: Data, keys: [String]) throws -> Value {
      try JSONDecoder().decode(Content<Value>.self, from: body, configuration: keys).value
    }
  }

  private struct Content<Value: Decodable>: DecodableWithConfiguration {
    let value: Value

    init(from decoder: any Decoder, configuration keys: [String]) throws {
      let container = try decoder.container(keyedBy: MemberName.self)
      let names = keys.map { MemberName($0) }
      guard let name = names.first(where: container.contains) ?? names.first else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(codingPath: [], debugDescription: "no member is asked for"))
      }
      value = try container.decode(Value.self, forKey: name)
    }
  }

  private struct Entry<Element: Record>: ListElement {
    static var idMember: String { "url" }
    let record: Element
    init(from decoder: any Decoder) throws { record = try Element(from: decoder) }
  }
}

extension FreeAgent.Record {
  /// Reads the object under a key, such as `invoice`.
  ///
  /// - Parameters:
  ///   - body: the bytes of an object.
  ///   - key: the member that is the record.
  /// - Throws: a `DecodingError` if there is none, or it has an essential member that cannot be read.
  public init(from body: Data, key: String) throws {
    self = try FreeAgent.Enveloped<Self>.value(in: body, keys: [key])
  }

  /// The object with the record under a key.
  public func enveloped(as key: String) -> FreeAgent.JSON { .object([key: member]) }
}
