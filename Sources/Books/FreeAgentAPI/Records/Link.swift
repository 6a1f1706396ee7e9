extension FreeAgent {
  /// What has an address of its own.
  public protocol Addressed: Sendable, SendableMetatype {
    /// The parts of its addresses between `/v2/` and its id, the usual one first.
    static var collections: [String] { get }
  }

  /// The address of a resource, by which the service names it.
  ///
  /// Any text is kept, so that nothing is lost between reading and writing; ``id`` is nil if it is not
  /// the address of such a resource. The service takes such a text for a blank.
  public struct Link<Target: Addressed>: MemberValue, Codable, CustomStringConvertible {
    /// The address, such as `https://api.freeagent.com/v2/contacts/7`.
    public let url: String

    /// Takes an address, whatever it is.
    public init(url: String) { self.url = url }

    /// Makes the address of a resource of a service.
    public init(_ id: Identifier<Target>, at root: Root) {
      let collection = Target.collections.first ?? ""
      self.init(url: "\(root.url)/\(collection)/\(id)")
    }

    /// The id at its end; nil if this is not an address of such a resource, on whichever host.
    ///
    /// The collection may be in the singular, as some examples of the documentation have it:
    /// `https://api.freeagent.com/v2/contact/1`.
    public var id: Identifier<Target>? {
      let parts = url.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count >= 3, let last = parts.last, let id = Identifier<Target>(String(last))
      else { return nil }
      for collection in Target.collections.flatMap({ [$0, $0.singular] }) {
        let names = FreeAgent.pathPrefix.map { $0[...] } + collection.split(separator: "/")
        if parts.dropLast().suffix(names.count).elementsEqual(names) { return id }
      }
      return nil
    }

    /// Whether the address is one of this service, scheme, host and port included.
    public func isOf(_ root: Root) -> Bool { url.hasPrefix("\(root.url)/") }

    /// The address.
    public var description: String { url }

    /// Reads a text.
    public init?(member: JSON) {
      guard case .text(let url) = member else { return nil }
      self.init(url: url)
    }

    /// A text.
    public var member: JSON { .text(url) }

    /// Reads a text; anything else is a `DecodingError`.
    public init(from decoder: any Decoder) throws {
      self.init(url: try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the text alone.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(url)
    }
  }
}

extension FreeAgent.Link: FreeAgent.LinkValue {}

extension String {
  /// A name of several things as that of one: `contact` of `contacts`, `category` of `categories`.
  fileprivate var singular: String {
    if hasSuffix("ies") { return "\(dropLast(3))y" }
    return hasSuffix("s") ? String(dropLast()) : self
  }
}
