import Flowline
import FlowlineHost
import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore

/// What a request for a page is answered.
enum SiteReply: Sendable {
  /// A page, drawn.
  case page(WebPage, PageContext, Cookie? = nil)
  /// Elsewhere: what was sent was done.
  case seeOther(WebLink, Cookie? = nil)
  /// Elsewhere, where the browser sends the same once more: to a page that shows it, and does nothing.
  case sentOn(WebLink, Cookie? = nil)
  /// A file to keep, such as a journal.
  case download([UInt8], name: String, type: String)
  /// How a session changes, as server-sent events, until a page that shows it so is out of date or the reader
  /// may see no more.
  case events(
    AsyncStream<HostedState>, showing: ShownState, by: any FlowClock,
    while: @Sendable () async -> Bool)
  /// The same, with cookies of the application's own: each as the header `Set-Cookie` has it.
  indirect case keeping([String], SiteReply)

  /// The same, with a cookie that the browser keeps.
  func adding(_ cookie: Cookie) -> SiteReply {
    switch self {
    case .page(let page, let context, _): .page(page, context, cookie)
    case .seeOther(let link, _): .seeOther(link, cookie)
    case .sentOn(let link, _): .sentOn(link, cookie)
    case .download, .events: self
    case .keeping(let own, let reply): .keeping(own, reply.adding(cookie))
    }
  }

  /// The same as the answer of a route: a page says whether it answers a post.
  func answering(_ route: SiteRoute) -> SiteReply {
    if case .keeping(let own, let reply) = self { return .keeping(own, reply.answering(route)) }
    guard route.answersWithPage, case .page(var page, let context, let cookie) = self else {
      return self
    }
    page.isPosted = true
    return .page(page, context, cookie)
  }

  /// The reply as the answer to a request.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - isSecure: whether browsers reach the site by TLS.
  func response(to request: Request, isSecure: Bool) -> Response {
    var response: Response
    switch self {
    case .page(let page, let context, let cookie):
      response = Response(
        status: .init(code: page.status), headers: [.contentType: "text/html; charset=utf-8"],
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: page.document(in: context))))
      response.headers[.contentLanguage] = context.language
      response.keep(cookie)
      if let onward = page.onward { response.add([("refresh", "0; url=\(onward.text)")]) }
    case .seeOther(let link, let cookie):
      response = Response(status: .seeOther, headers: [.location: link.text])
      response.keep(cookie)
    case .sentOn(let link, let cookie):
      response = Response(status: .temporaryRedirect, headers: [.location: link.text])
      response.keep(cookie)
    case .download(let bytes, let name, let type):
      response = Response(
        status: .ok,
        headers: [
          .contentType: type, .contentDisposition: HeaderValue.attachment(named: name),
        ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    case .events(let states, let shown, let clock, let isAllowed):
      response =
        EventStream(states, by: clock, while: isAllowed) { state in
          // What its page leads to is another's to say.
          guard await isAllowed() else { return .moved }
          return shown.isOver(in: state) ? .moved : .progress(of: state)
        }.response(to: request)
    case .keeping(let own, let reply):
      response = reply.response(to: request, isSecure: isSecure)
      response.headers[values: .setCookie] += own
    }
    response.add(SecurityHeaders.page(isSecure: isSecure))
    return response
  }
}

extension Response {
  mutating func add(_ fields: SecurityHeaders.Fields) {
    for (name, value) in fields {
      if let name = HTTPField.Name(name) { headers[name] = value }
    }
  }

  init(_ asset: Asset) {
    self.init(
      status: .ok, headers: [.contentType: asset.type],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: asset.bytes)))
    add(SecurityHeaders.asset)
  }
}

extension EventStream.Event {
  /// What the script of a page is sent once the page is out of date.
  fileprivate static let moved = Self(text: "event: moved\ndata: {}\n\n", isLast: true)

  /// What the script of a page is sent as long as the page is not out of date.
  fileprivate static func progress(of state: HostedState) -> Self {
    guard let effect = state.underWay.first(where: { !$0.isWait }) else {
      return Self(text: ": under way\n\n")
    }
    let told: [String: JSONValue?] = [
      "done": effect.done.map { .integer(Int64($0)) },
      "total": effect.total.map { .integer(Int64($0)) },
      // A script puts it on the page, which the markup does not write.
      "text": effect.remark.map { .string($0.text.withoutDirectionControls) },
    ]
    let json = JSONValue.object(told.compactMapValues(\.self))
    return Self(text: "event: progress\ndata: \(json.text)\n\n")
  }
}
