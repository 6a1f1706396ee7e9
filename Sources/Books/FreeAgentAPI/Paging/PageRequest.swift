public import ServiceBasics

extension FreeAgent {
  /// Which page of a list is asked for.
  ///
  /// Source: the page “Introduction”: 25 a page unless asked otherwise, 100 at most.
  public struct PageRequest: Sendable, Hashable {
    /// The most elements of a page.
    public static let largestSize = 100

    /// How many elements a page has if nobody says.
    public static let usualSize = 25

    /// Which page, from 1.
    public let number: Int

    /// How many elements a page has, 1 to 100.
    public let size: Int

    /// Asks for a page; numbers out of bounds are taken for the nearest inside.
    public init(_ number: Int = 1, size: Int = largestSize) {
      self.number = max(1, number)
      self.size = min(max(1, size), Self.largestSize)
    }

    /// Reads a query; what is absent or malformed is the usual.
    public init(query: [FormItem]) {
      func number(_ name: String) -> Int? {
        query.last { $0.name == name }.flatMap { Int($0.value) }
      }
      self.init(number("page") ?? 1, size: number("per_page") ?? Self.usualSize)
    }

    /// The page after this one.
    public var next: PageRequest { PageRequest(number + 1, size: size) }

    /// The query, with both values.
    public var query: [FormItem] {
      [FormItem("page", String(number)), FormItem("per_page", String(size))]
    }
  }
}
