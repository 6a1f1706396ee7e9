public import FoundationEssentials
public import FreeAgentAPI
import ServiceBasics

/// An answer of the API, below HTTP: a refusal is one too.
public struct BooksReply: Sendable {
  /// The status of HTTP.
  public var status: Int

  /// The body; empty if there is none.
  public var body: Data

  /// What the body is; nil if there is none.
  public var contentType: String?

  /// The address of what was made; nil if nothing was.
  public var location: String?

  /// How a list goes on; nil for anything else.
  public var links: FreeAgent.PageLinks?

  /// Whether it is a success.
  public var isSuccess: Bool { (200...299).contains(status) }

  /// The fields of the head that the API promises, by their usual names.
  public var fields: [(name: String, value: String)] {
    let fields = [
      ("Content-Type", contentType), ("Location", location), ("Link", links?.link),
      ("X-Total-Count", links?.total.map(String.init)),
      ("WWW-Authenticate", status == 401 ? Self.challenge : nil),
    ]
    return fields.compactMap { name, value in value.map { (name: name, value: $0) } }
  }
}

extension BooksReply {
  /// A reply with JSON.
  init(
    status: Int = 200, _ body: FreeAgent.JSON, location: String? = nil,
    links: FreeAgent.PageLinks? = nil
  ) throws {
    self.init(
      status: status, body: try CanonicalJSON.data(body), contentType: Self.json,
      location: location, links: links)
  }

  /// The reply that says all with its status.
  ///
  /// It has the type of JSON as the service's has: some clients take an empty body without a type for a text.
  static let done = BooksReply(status: 200, body: Data(), contentType: json)

  /// Makes a refusal in the API's shape for its status; from 500 on that is a page for people.
  package init(_ failure: FreeAgent.Failure) {
    guard failure.status < 500 else {
      self = .fault(status: failure.status)
      return
    }
    // Texts alone can always be written.
    let body = (try? CanonicalJSON.data(failure.body)) ?? Data()
    self.init(status: failure.status, body: body, contentType: Self.json)
  }

  /// The page for people with which the service answers when it fails itself.
  static func fault(status: Int) -> BooksReply {
    let page = "<!DOCTYPE html><title>Something went wrong</title><h1>Something went wrong</h1>\n"
    return BooksReply(
      status: status, body: Data(page.utf8), contentType: "text/html; charset=utf-8")
  }

  private static let challenge = #"Bearer realm="FreeAgent", error="invalid_token""#
  private static let json = "application/json; charset=utf-8"
}
