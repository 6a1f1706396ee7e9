public import ServiceBasics

extension FreeAgent {
  /// How a list goes on: the headers `Link` and `X-Total-Count` of an answer.
  ///
  /// Source: the page “Introduction”; RFC 8288, section 3, for the form of `Link`.
  public struct PageLinks: Sendable, Hashable {
    /// The address of the page before; nil on the first.
    public var previous: String?

    /// The address of the page after; nil on the last.
    public var next: String?

    /// The address of the first page; nil on that page itself.
    public var first: String?

    /// The address of the last page; nil on that page itself.
    public var last: String?

    /// How many elements all pages have together; nil if the service does not say, or says more than
    /// 4,294,967,295, which no list has.
    public var total: Int?

    /// Makes it of its parts.
    public init(
      previous: String? = nil, next: String? = nil, first: String? = nil, last: String? = nil,
      total: Int? = nil
    ) {
      self.previous = previous
      self.next = next
      self.first = first
      self.last = last
      self.total = total
    }

    /// Reads the headers; what is malformed is passed over.
    ///
    /// - Parameters:
    ///   - link: the header `Link`.
    ///   - total: the header `X-Total-Count`.
    public init(link: String?, total: String?) {
      self.init()
      for value in LinkHeader(link ?? "") {
        for relation in value.relations {
          switch relation {
          case "prev", "previous": previous = previous ?? value.url
          case "next": next = next ?? value.url
          case "first": first = first ?? value.url
          case "last": last = last ?? value.url
          default: break
          }
        }
      }
      self.total = total.flatMap { UInt32($0) }.map { Int($0) }
    }

    /// The header `Link`, empty if there are no links.
    ///
    /// The service writes relations in single quotes, its documentation in double ones, and clients look
    /// for either: each link is there in both forms, first as the service has it.
    public var link: String {
      let links = [(first, "first"), (previous, "prev"), (last, "last"), (next, "next")]
      return ["'", "\""].flatMap { quote in
        links.compactMap { url, relation in
          url.map { "<\($0)>; rel=\(quote)\(relation)\(quote)" }
        }
      }.joined(separator: ", ")
    }
  }
}

extension FreeAgent.PageLinks {
  /// The links of a page, as the service has them; other items of the query are kept.
  ///
  /// The first page has no links to pages before it, and the last none to pages after it.
  ///
  /// - Parameters:
  ///   - page: the page that is answered.
  ///   - total: how many elements there are.
  ///   - url: the address of the list, without a query.
  ///   - query: the query that came.
  public init(
    _ page: FreeAgent.PageRequest, total: Int, at url: String, query: [FormItem]
  ) {
    let count = max(1, (total + page.size - 1) / page.size)
    let kept = query.filter { !["page", "per_page"].contains($0.name) }
    func address(_ number: Int) -> String {
      let items = kept + FreeAgent.PageRequest(number, size: page.size).query
      return "\(url)?\(FormItem.encoded(items))"
    }
    self.init(
      previous: page.number > 1 && page.number <= count + 1 ? address(page.number - 1) : nil,
      next: page.number < count ? address(page.number + 1) : nil,
      first: page.number > 1 ? address(1) : nil,
      last: page.number < count ? address(count) : nil, total: total)
  }
}
