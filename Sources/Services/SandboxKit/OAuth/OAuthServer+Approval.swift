import FoundationEssentials
import GRDB
import ServiceBasics

extension OAuthServer {
  /// Shows the page, or takes its answer.
  ///
  /// The answer has `person` and `decision` beside what the page was asked with; a test may send it
  /// without having read the page.
  func approvalReply(to call: IncomingCall) async throws -> WrittenReply {
    let isAnswer = call.head.method == "POST"
    if isAnswer, let origin = call.head.origin, origin != call.head.host.map({ "http://\($0)" }) {
      return Self.protected(
        .page(
          status: 403, ApprovalPage.html(problem: "The answer was sent by another site’s page.")))
    }
    let items = FormItem.items(
      in: isAnswer ? String(decoding: call.body, as: UTF8.self) : String(call.head.target.query))
    let request: ApprovalRequest
    do throws(ApprovalRequest.Problem) {
      request = try ApprovalRequest(items, settings)
    } catch {
      switch error {
      case .told(let words):
        return Self.protected(.page(status: 400, ApprovalPage.html(problem: words)))
      case .redirected(let address, _, _): return Self.redirect(to: address)
      }
    }
    let people = try await people()
    func page(_ problem: String? = nil) -> WrittenReply {
      Self.protected(
        .page(
          status: problem == nil ? 200 : 422,
          ApprovalPage.html(request, people, problem: problem, settings)))
    }
    guard isAnswer else { return page() }
    switch items["decision"] {
    case "deny":
      return Self.redirect(to: request.address(with: [FormItem("error", "access_denied")]))
    case "allow":
      guard let person = people.first(where: { $0.id == items["person"] }) else {
        return page("Choose who you are.")
      }
      let code = RandomSecret.make()
      try await queue.write { [self] db in
        let book = OAuthBook(db: db, now: clock.now)
        try book.addCode(
          OAuthBook.Code(
            program: request.program.id, person: person.id, redirect: request.redirect,
            challenge: request.challenge,
            ends: Timestamp(
              milliseconds: book.now.milliseconds + Int64(settings.codeSeconds) * 1000),
            logIn: nil), secret: code)
      }
      return Self.redirect(to: request.address(with: [FormItem("code", code)]))
    default: return page("Choose whether to allow it.")
    }
  }

  private static func redirect(to address: String) -> WrittenReply {
    var reply = WrittenReply(status: 302)
    reply.headers["Location"] = address
    return protected(reply)
  }

  /// No other site may show the page in a frame, and no cache may keep a code.
  ///
  /// With `no-referrer` browsers would send the form with `Origin: null` (Fetch, section 3.2), which is
  /// refused as another site's.
  private static func protected(_ reply: WrittenReply) -> WrittenReply {
    var reply = reply
    reply.headers["Cache-Control"] = "no-store"
    reply.headers["Content-Security-Policy"] =
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
    reply.headers["Referrer-Policy"] = "same-origin"
    return reply
  }
}
