import Flowline
import FlowlineHost
import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle

/// What a request for a page is answered.
enum SiteReply: Sendable {
  /// A page, drawn.
  case page(WebPage, PageSetting, status: Int = 200)
  /// Elsewhere: what was sent was done.
  case seeOther(WebLink)
  /// A journal to keep.
  case download(String, name: String)
  /// How a session goes on, as server-sent events.
  case events(AsyncStream<HostedState>)

  func response(isSecure: Bool) -> Response {
    var response: Response
    switch self {
    case .page(let page, let setting, let status):
      response = Response(
        status: .init(code: status), headers: [.contentType: "text/html; charset=utf-8"],
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: page.document(setting))))
      response.headers[.contentLanguage] = setting.words.language
    case .seeOther(let link):
      response = Response(status: .seeOther, headers: [.location: link.text])
    case .download(let text, let name):
      response = Response(
        status: .ok,
        headers: [
          .contentType: "text/plain; charset=utf-8",
          .contentDisposition: "attachment; filename=\"\(name)\"",
        ], body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    case .events(let states):
      response = Response(
        status: .ok, headers: [.contentType: "text/event-stream"],
        body: ResponseBody { writer in
          for try await state in states.cancelOnGracefulShutdown() {
            try await writer.write(ByteBuffer(string: state.pageEvent))
            if state.isSettled { break }
          }
          try await writer.finish(nil)
        })
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

extension HostedState {
  /// What the script of a page that waits is told.
  fileprivate var pageEvent: String {
    if isSettled { return "event: settled\ndata: {}\n\n" }
    guard let effect = underWay.first(where: { !$0.isWait }), let done = effect.done,
      let total = effect.total
    else { return ": under way\n\n" }
    return "event: progress\ndata: {\"done\":\(done),\"total\":\(total)}\n\n"
  }
}
