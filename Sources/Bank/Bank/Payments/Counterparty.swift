/// The other side of a payment.
public struct Counterparty: Sendable, Hashable, Codable {
  /// What the other side is.
  public let kind: Kind

  /// Its name, such as "Corner Coffee".
  public let name: String

  /// Its id at the bank, for a `category` the id of that category; nil if it has none.
  public let id: String?

  /// Makes a counterparty.
  public init(kind: Kind, name: String, id: String? = nil) {
    self.kind = kind
    self.name = name
    self.id = id
  }

  /// What the other side is, in the words of Starling's public API v2; the bank may add more.
  public struct Kind: RawRepresentable, Sendable, Hashable, Codable {
    /// The bank's word, for example `MERCHANT`.
    public let rawValue: String

    /// Takes the bank's word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Another pocket of the same account.
    public static let category = Kind(rawValue: "CATEGORY")
    /// A shop or the like.
    public static let merchant = Kind(rawValue: "MERCHANT")
    /// Somebody the customer pays.
    public static let payee = Kind(rawValue: "PAYEE")
    /// Somebody who pays the customer.
    public static let sender = Kind(rawValue: "SENDER")
    /// The bank itself.
    public static let bank = Kind(rawValue: "STARLING")
  }
}
