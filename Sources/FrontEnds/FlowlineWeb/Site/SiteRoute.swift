import Flowline
import FlowlineHost
import FoundationEssentials
import Hummingbird

/// An address of the site, and what is there.
struct SiteRoute: Sendable {
  let method: HTTPRequest.Method
  let path: String
  /// Whether it is there while the browser is locked.
  var worksLocked = false
  /// Whether somebody asked for it, so that the browser stays open for longer.
  var isOfPerson = true
  /// Whether it is a page of a session, whose address may ask for ``PageAction/show``, ``PageAction/keep`` or
  /// ``PageAction/lock``.
  var isOfSession = false
  /// Whether it is a stream of events, which no browser shows.
  var isStream = false
  /// By which requests a person may log in, so that the cookie of a visitor is renewed before.
  var logIn = LogIn.never
  /// What a page keeps that refuses what was posted here.
  var keeping = Keeping.nothing
  /// How much may be posted here.
  var limits = BodyLimits.short
  /// Whether it is for everybody, logged in or not, such as a page by which one logs in.
  let isOpen: Bool
  let perform: @Sendable (OpenCall) async throws -> SiteReply

  /// Makes the route of a page that only users see: a request of nobody's is answered 401.
  init(
    method: HTTPRequest.Method, path: String, worksLocked: Bool = false, isOfPerson: Bool = true,
    isOfSession: Bool = false, isStream: Bool = false, logIn: LogIn = .never,
    keeping: Keeping = .nothing, limits: BodyLimits = .short,
    perform: @escaping @Sendable (SiteCall) async throws -> SiteReply
  ) {
    (self.method, self.path, isOpen) = (method, path, false)
    (self.worksLocked, self.isOfPerson) = (worksLocked, isOfPerson)
    (self.isOfSession, self.isStream) = (isOfSession, isStream)
    (self.logIn, self.keeping, self.limits) = (logIn, keeping, limits)
    self.perform = { call in try await perform(try SiteCall(call)) }
  }

  /// Makes the route of a page that everybody sees.
  init(
    method: HTTPRequest.Method, openPath path: String,
    perform: @escaping @Sendable (OpenCall) async throws -> SiteReply
  ) {
    (self.method, self.path, isOpen) = (method, path, true)
    self.perform = perform
  }

  /// By which requests to an address a person may log in.
  enum LogIn: Sendable {
    /// By none.
    case never
    /// By the answer to a sensitive question.
    case byAnswer
    /// By what the query says, if somebody waits for that: whether one of a user's does is to be said.
    case byQuery(@Sendable (UserID, _ query: String) async throws -> Bool)
  }

  /// What a page keeps of a post that it refuses.
  enum Keeping: Sendable, Hashable {
    /// Nothing: any field may hold a PIN or a code.
    case nothing
    /// The fields: none of them is secret.
    case fields
    /// The answer to a question, without what its page calls sensitive; the question can be shown with it.
    case answer
  }

  /// The names of the address's parts that are in braces.
  var parameterNames: [String] {
    path.split(separator: "/").filter { $0.hasPrefix("{") && $0.hasSuffix("}") }
      .map { String($0.dropFirst().dropLast()) }
  }

  /// Whether there is a page at the address, to which a browser can return.
  var hasPage: Bool { Self.all.contains { $0.method == .get && $0.path == path } }

  /// Whether what is sent here is answered by a page that has an address: this one, or the start page's.
  ///
  /// Of addresses beside those of sessions that is not known.
  var answersWithPage: Bool { method == .post && Self.all.contains { $0.path == path } }

  /// Whether its address only takes what is sent, so that no page can be asked for there.
  var isOnlySent: Bool { answersWithPage && !hasPage }

  static let all: [SiteRoute] = lists + lock + Array(sessions.joined()) + records

  /// A page of a session, which is also shown to a browser that sends what was typed on others.
  ///
  /// - Parameters:
  ///   - path: its address.
  ///   - isOfPerson: whether somebody asked for it.
  ///   - keeping: what a page keeps that refuses what was posted here.
  ///   - logIn: by which posts a person may log in.
  ///   - show: shows it.
  ///   - take: does what its buttons ask for; nil if it only shows.
  private static func page(
    _ path: String, isOfPerson: Bool = true, keeping: Keeping = .fields, logIn: LogIn = .never,
    show: @escaping @Sendable (SiteCall) async throws -> SiteReply,
    take: (@Sendable (SiteCall) async throws -> SiteReply)? = nil
  ) -> [SiteRoute] {
    [
      SiteRoute(
        method: .get, path: path, isOfPerson: isOfPerson, isOfSession: true, perform: show),
      // What was typed elsewhere is sent along to pages that are only shown.
      SiteRoute(
        method: .post, path: path, isOfPerson: isOfPerson, isOfSession: true, logIn: logIn,
        keeping: keeping, limits: BodyLimits()
      ) { call in
        let asked = PageAction(ofAddress: call.query)
        if asked == .lock { return try await call.lockKeepingTyped() }
        if asked == .keep { return try await call.leaveKeepingTyped() }
        guard let take, call.body[FieldName.action] != PageAction.show.rawValue else {
          return try await call.showing(show)
        }
        return try await take(call)
      },
    ]
  }

  private static let lists: [SiteRoute] = [
    SiteRoute(method: .get, path: "") { call in try await call.home() },
    SiteRoute(method: .get, path: "go/{flow}") { call in try await call.askToFollow() },
    SiteRoute(method: .post, path: "start/{flow}", keeping: .fields) { call in
      try await call.start()
    },
    SiteRoute(method: .post, path: "language", worksLocked: true, keeping: .fields) { call in
      try await call.speak()
    },
  ]

  private static let lock: [SiteRoute] = [
    SiteRoute(method: .get, path: "lock", worksLocked: true, isOfPerson: false) { call in
      try call.lock()
    },
    SiteRoute(method: .post, path: "lock", worksLocked: true, isOfPerson: false) { call in
      try await call.takeLock()
    },
  ]

  private static let sessions: [[SiteRoute]] = [
    page("session/{session}", keeping: .answer) { call in try await call.session() },
    page("session/{session}/working", isOfPerson: false) { call in
      try await call.session(at: .working)
    } take: { call in
      let reply = try await call.service.host.stopWaiting(
        call.key, patience: SiteCall.patience)
      return call.led(by: reply, carrying: !call.carried.isEmpty)
    },
    page("session/{session}/answers", keeping: .answer) { call in try await call.answers() },
    page("session/{session}/leave") { call in
      try await call.leave()
    } take: { call in
      let token = call.body[FieldName.token].flatMap { StepToken($0) }
      let reply = try await call.service.host.cancel(
        call.key, at: token, patience: SiteCall.patience)
      // What was typed goes with what is left for good.
      if reply.state.end != nil { await call.forgetAllTyped() }
      return call.led(by: reply)
    },
    page("session/{session}/step/{token}", keeping: .answer, logIn: .byAnswer) { call in
      try await call.step()
    } take: { call in
      try await call.takeStep()
    },
  ]

  private static let records: [SiteRoute] = [
    SiteRoute(method: .get, path: "session/{session}/end") { call in
      try await call.session(at: .end)
    },
    SiteRoute(method: .get, path: "session/{session}/journal") { call in
      let key = try call.key
      let text = try await call.service.host.journal(of: key)
      return .download(
        Array(text.utf8), name: "\(key.session.text).flow",
        type: "text/plain; charset=utf-8")
    },
    SiteRoute(method: .get, path: "session/{session}/file/{file}") { call in
      let contents = try await call.service.host.file(call.digest, of: call.key)
      let file = contents.file
      return .download(contents.bytes, name: file.name, type: file.type.rawValue)
    },
    SiteRoute(
      method: .get, path: "session/{session}/events", isOfPerson: false, isStream: true
    ) { call in
      let (visitors, cookies) = (call.service.visitors, call.cookies)
      return .events(
        try await call.service.host.states(of: call.key),
        showing: ShownState(call.query[ShownState.parameter] ?? ""), by: call.service.host.clock
      ) { await visitors?.stillCount(cookies) ?? true }
    },
    SiteRoute(method: .get, path: "session/{session}/forget") { call in
      try await call.askToForget()
    },
    SiteRoute(method: .post, path: "session/{session}/forget", keeping: .fields) { call in
      try await call.forget()
    },
  ]
}
