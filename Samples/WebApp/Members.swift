import Flowline
import FlowlineWeb
import Foundation
import Hummingbird
import Synchronization

/// The users of this application: a log-in by a code, and a cookie for as long as it lasts.
///
/// A real one keeps passwords, hashed slowly, and log-ins in a database. Here each start makes the
/// codes anew.
final class Members: Sendable {
  static let logIn = WebLink(path: ["tables", "log-in"])
  static let logOut = WebLink(path: ["tables", "log-out"])
  /// For how many seconds a log-in lasts.
  private static let lifetime = 12 * 3600

  private let codes: [String: String]
  /// Who is logged in, and until when, by what the cookie has.
  private let logIns = Mutex<[String: (user: UserID, end: Date)]>([:])
  private let isSecure: Bool

  init(_ names: [String], isSecure: Bool) {
    codes = Dictionary(uniqueKeysWithValues: names.map { ($0, Self.makeSecret()) })
    self.isSecure = isSecure
  }

  /// 128 bits that nobody can guess.
  private static func makeSecret() -> String {
    (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined(separator: "-")
  }

  /// Says where the pages are, and by which codes one logs in.
  func tell(_ address: String) {
    let known = codes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    let line = "listening on \(address), codes: \(known.joined(separator: ", "))\n"
    FileHandle.standardOutput.write(Data(line.utf8))
  }

  /// Whose request it is; nil if nobody is logged in.
  func user(of request: Request) -> UserID? {
    guard let secret = request.cookies[cookieName]?.value else { return nil }
    return logIns.withLock { logIns in
      logIns[secret].flatMap { $0.end > .now ? $0.user : nil }
    }
  }

  // With the prefix, no other host and no page without TLS can set it.
  private var cookieName: String { isSecure ? "__Host-log-in" : "log-in" }

  /// No script reads it, and no other site sends it along with a form.
  private func cookie(_ secret: String, lifetime: Int) -> Hummingbird.Cookie {
    Hummingbird.Cookie(
      name: cookieName, value: secret, maxAge: lifetime, path: "/", secure: isSecure,
      httpOnly: true, sameSite: .lax)
  }

  /// Begins a log-in with a new secret, whatever the browser had; nil if the code is another.
  private func begin(_ name: String, _ code: String) -> Hummingbird.Cookie? {
    guard codes[name] == code else { return nil }
    let secret = Self.makeSecret()
    let end = Date.now.addingTimeInterval(Double(Self.lifetime))
    logIns.withLock { logIns in
      logIns = logIns.filter { $0.value.end > .now }
      logIns[secret] = (UserID(name), end)
    }
    return cookie(secret, lifetime: Self.lifetime)
  }

  /// Adds the pages that log in and out, in the site's layout.
  func addPages(
    of site: FlowlineSite<BasicRequestContext>, to router: RouterGroup<BasicRequestContext>
  ) {
    site.addOpenPage(at: "log-in", to: router) { call in
      .page(title: "Log in", self.form(call))
    }
    site.addOpenPage(at: "log-in", method: .post, to: router) { call in
      guard let cookie = self.begin(call.field("name") ?? "", call.field("code") ?? "") else {
        let refusal = SitePageRefusal("Check your name and your code.", field: "name")
        return .refused(title: "Log in", refusal, self.form(call))
      }
      // To where the person wanted to go, which is on this server or nil.
      return .seeOther(call.next ?? call.home).keeping(cookie)
    }
    site.addPage(at: "log-out", to: router) { _ in
      .page(
        title: "Log out",
        HTML {
          Tag.h1(.class("heading")) { "Log out?" }
          Tag.form(.post, .action(Self.logOut)) {
            Tag.button(.class("button"), .type("submit")) { "Log out" }
          }
        })
    }
    site.addPage(at: "log-out", method: .post, to: router) { call in
      self.logIns.withLock { logIns in logIns = logIns.filter { $0.value.user != call.user } }
      return .seeOther(Self.logIn).keeping(self.cookie("", lifetime: 0))
    }
  }

  /// The form that logs in, with the name as it was typed.
  private func form(_ call: OpenPageCall) -> HTML {
    HTML {
      Tag.h1(.class("heading")) { "Log in" }
      Tag.form(.class("question-form"), .post, .action(Self.logIn)) {
        if let next = call.next {
          Tag.input(.type("hidden"), .name("next"), .value(next.text))
        }
        Tag.div(.class("field")) {
          Tag.label(.class("question"), .for("name")) { "Name" }
          Tag.input(
            .class("input width-20"), .type("text"), .id("name"), .name("name"),
            .value(call.field("name") ?? ""), .autocomplete("username"))
        }
        Tag.div(.class("field")) {
          Tag.label(.class("question"), .for("code")) { "Code" }
          Tag.input(
            .class("input width-20"), .type("password"), .id("code"), .name("code"),
            .autocomplete("current-password"))
        }
        Tag.div(.class("buttons")) {
          Tag.button(.class("button"), .type("submit")) { "Log in" }
        }
      }
    }
  }
}
