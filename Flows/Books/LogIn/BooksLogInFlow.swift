import BooksClient
import Flowline
import ServiceBasics
import ServiceSteps

/// Logs in to the books: a person allows access on a page of the service, and the browser that the page
/// leads back is awaited; without a browser here, its address or the code in it can be pasted.
///
/// It ends only with a user who may do something.
struct BooksLogInFlow: BooksFlow {
  static let texts = TextCatalog(PackageResources.LogIn_xcstrings)
  let id: FlowID = "books-log-in"
  let access: BooksAccess
  /// Why a log-in is needed; nil if it is not.
  var reason: BooksError?

  func words(for identity: BooksIdentity) -> Text? {
    guard let level = identity.level else {
      return texts("result.plain", identity.user, identity.company)
    }
    return texts(
      "result", identity.user, identity.company, sharedTexts.level(level))
  }

  func run(_ context: FlowContext) async throws -> BooksIdentity {
    var reason = reason
    while true {
      let page = try await begin(context)
      switch try await end(of: page, reason, context) {
      case .answered(.loggedIn):
        if let identity = try await identity(context) { return identity }
      case .answered(.notAllowed):
        // Within another flow what needed the log-in is not done; a link that led there is dropped.
        let key = self.reason == nil ? nil : "not-begun"
        try await context.leave(after: "not-allowed", texts: key)
      case .answered(.over): try await context.show("over")
      case .failed(let error) where error.code == .logInFailed: reason = error
      case .failed(let error): try await recover(from: error, context)
      }
    }
  }

  /// Has an attempt begun, and returns the address of its page.
  private func begin(_ context: FlowContext) async throws -> String {
    let books = context.at(access)
    return try await books.untilAnswered {
      try await books.ask("begin") { [access] in
        try await access.askLogIn { try await $0.begin() }
      }
    } recovering: { error in
      try await recover(from: error, context)
      return nil
    }
  }

  /// What the browser brings back, or what is pasted, whichever comes first.
  private func end(
    of page: String, _ reason: BooksError?, _ context: FlowContext
  ) async throws -> BooksReply<BooksLogInEnd> {
    let pasted = PastedAnswer(access: access, page: page, reason: reason)
    guard access.isAtServer else {
      return try await context.first(of: browser(page), pasted)
    }
    let returned = Wait(
      BooksFlows.returnEvent, for: String.self, title: texts("browser.activity"))
    let end = try await context.first(
      of: returned.map { _ in BooksReply<BooksLogInEnd>?.none }, pasted.map { Optional($0) })
    if let end { return end }
    return try await context.run(browser(page))
  }

  private func browser(_ page: String) -> Load<BooksReply<BooksLogInEnd>> {
    Load("browser", title: texts("browser.activity")) { [access] in
      try await BooksReply.of { try await access.askLogIn { try await $0.returned(from: page) } }
    }
  }

  /// Who is logged in now; nil if the service ends the log-in at once.
  ///
  /// - Throws: ``FlowCancelled``, after a page that says why, for a user who may do nothing, and for
  ///   another one than a flow was begun by.
  private func identity(_ context: FlowContext) async throws -> BooksIdentity? {
    while true {
      let reply = try await context.load("identity") { [access] in
        try await BooksReply.of { try await access.ask { try await LoggedIn($0) } }
      }
      switch reply {
      case .answered(let now) where now.identity?.level == 0 || now.identity == nil:
        try await forget(context)
        try await context.leave(after: "no-access")
      case .answered(let now):
        guard reason == nil || !now.isOther else {
          try await context.leave(after: "other-user")
        }
        return now.identity
      case .failed(let error) where error.code == .notLoggedIn: return nil
      case .failed(let error): try await recover(from: error, context)
      }
    }
  }

  /// Nobody is to be logged in who may do nothing.
  private func forget(_ context: FlowContext) async throws {
    _ = try await context.load("forget") { [access] in
      try await BooksReply.of {
        try await access.logOut()
        return true
      }
    }
  }

  private func recover(from error: BooksError, _ context: FlowContext) async throws {
    try await context.at(access).recover(from: error, on: "not-logged-in", byLogIn: false)
  }
}

/// What is found out after a log-in, as the journal keeps it.
private struct LoggedIn: Codable {
  /// Who is logged in; nil for a user without access.
  let identity: BooksIdentity?
  /// Whether somebody else was before, as far as that is known.
  let isOther: Bool

  init(_ keeper: Bookkeeper) async throws {
    let before = keeper.knownUser
    keeper.forget()
    do {
      identity = try await keeper.identity()
      isOther = before.map { $0 != keeper.knownUser } ?? false
    } catch let error as BooksError where error.code == .notAllowed {
      (identity, isOther) = (nil, false)
    }
  }
}

/// Shows the page that is to be opened, and takes what the browser was led to if somebody pastes it.
private struct PastedAnswer: Flow {
  let id: FlowID = "pasted"
  var catalog: TextCatalog? { BooksLogInFlow.texts }
  let access: BooksAccess
  let page: String
  let reason: BooksError?

  func run(_ context: FlowContext) async throws -> BooksReply<BooksLogInEnd> {
    let screen = SecretScreen("answer", length: 1...8192).page {
      if let reason {
        // That nobody is logged in is no failure: it is what this page is for.
        Row(reason.headline, mark: reason.code == .notLoggedIn ? nil : .failure)
        if let cause = reason.causeText { Row("cause", cause) }
      }
      Row("open", address: page)
    }
    let text = try await context.run(screen) { [access, page] text in
      try access.requireLogIn().fault(in: text.reveal(), for: page).map {
        switch $0 {
        case .otherAttempt: Refusal("other-attempt", BooksLogInFlow.texts("answer.other-attempt"))
        case .unreadable: Refusal("no-answer", BooksLogInFlow.texts("answer.unreadable"))
        }
      }
    }
    return try await context.load("exchange") { [access, page] in
      try await BooksReply.of {
        try await access.askLogIn { try await $0.finish(with: text.reveal(), for: page) }
      }
    }
  }
}
