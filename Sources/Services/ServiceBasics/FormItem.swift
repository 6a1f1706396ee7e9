/// One name and value of a query or a form, not encoded.
public struct FormItem: Sendable, Hashable {
  /// The name of the parameter, not encoded.
  public let name: String
  /// The value of the parameter, not encoded.
  public let value: String

  /// Makes an item.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// The items as a query or a form has them.
  public static func encoded(_ items: [FormItem]) -> String {
    items.map { "\(PercentEncoding.encoded($0.name))=\(PercentEncoding.encoded($0.value))" }
      .joined(separator: "&")
  }

  /// Reads a query or a form; items that are malformed are left out.
  public static func items(in text: some StringProtocol) -> [FormItem] {
    text.split(separator: "&").compactMap { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = PercentEncoding.decoded(parts[0], isForm: true),
        let value = PercentEncoding.decoded(parts.count > 1 ? parts[1] : "", isForm: true)
      else { return nil }
      return FormItem(name, value)
    }
  }
}

extension [FormItem] {
  /// The value of a name; the first if it comes twice, nil if it does not come.
  public subscript(name: String) -> String? { first { $0.name == name }?.value }
}
