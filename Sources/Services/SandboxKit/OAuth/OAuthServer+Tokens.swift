import Crypto
import FoundationEssentials
import GRDB
import ServiceBasics
import Synchronization

/// A refusal by RFC 6749, section 5.2.
private struct Refusal: Error {
  var code: String
  var words: String
  var status = 400
}

/// Both tokens, by RFC 6749, section 5.1.
private struct Given: Encodable {
  var pair: OAuthBook.Pair
  var accessSeconds: Int
  var refreshSeconds: Int

  private enum CodingKeys: String, CodingKey {
    case access = "access_token"
    case type = "token_type"
    case accessSeconds = "expires_in"
    case refresh = "refresh_token"
    case refreshSeconds = "refresh_token_expires_in"
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(pair.access, forKey: .access)
    try container.encode("bearer", forKey: .type)
    try container.encode(accessSeconds, forKey: .accessSeconds)
    try container.encode(pair.refresh, forKey: .refresh)
    try container.encode(refreshSeconds, forKey: .refreshSeconds)
  }
}

extension OAuthServer {
  /// Gives tokens for a code or a refresh token.
  ///
  /// The body is read as a form or as an object of JSON, whatever its type says: some providers' documents
  /// print a form with the type of JSON, and some clients send JSON. What the body lacks may be in the
  /// query. The program's credentials may be in the header as well.
  func tokenReply(to call: IncomingCall) async throws -> WrittenReply {
    let form = Self.items(of: call)
    do {
      let program = try program(of: call.head, form)
      if let limit = try await exceededLimit(of: program, call.head, form) {
        return settings.throttled(limit)
      }
      let pair = try await queue.write { [self] db in
        let book = OAuthBook(db: db, now: clock.now)
        // A refusal undoes nothing: a code that came twice ends its log-in.
        return Result<OAuthBook.Pair, any Error> { try given(book, for: form, to: program) }
      }.get()
      let (access, refresh) = lifetimes.withLock { $0 }
      var reply = try WrittenReply(
        json: Given(pair: pair, accessSeconds: access, refreshSeconds: refresh))
      reply.headers["Cache-Control"] = "no-store"
      return reply
    } catch let refusal as Refusal {
      var reply = try WrittenReply(
        status: refusal.status,
        json: ["error": refusal.code, "error_description": refusal.words])
      reply.headers["Cache-Control"] = "no-store"
      if refusal.status == 401 { reply.headers["WWW-Authenticate"] = "Basic realm=\"tokens\"" }
      return reply
    }
  }

  /// An object of texts needs one level; all that is deeper is no request for tokens.
  private static let deepestNesting = 16

  private static func items(of call: IncomingCall) -> [FormItem] {
    let query = FormItem.items(in: call.head.target.query)
    guard call.body.jsonNesting <= deepestNesting,
      let object = try? JSONDecoder().decode([String: JSON].self, from: call.body)
    else {
      return FormItem.items(in: String(decoding: call.body, as: UTF8.self)) + query
    }
    return object.compactMap { name, value in value.string.map { FormItem(name, $0) } } + query
  }

  private func program(of head: IncomingHead, _ form: [FormItem]) throws -> String {
    var inForm: BasicCredentials?
    if let id = form["client_id"], let secret = form["client_secret"] {
      inForm = BasicCredentials(id: id, secret: secret)
    }
    guard let sent = head.authorization.flatMap(BasicCredentials.init(header:)) ?? inForm else {
      throw Refusal(
        code: "invalid_client", words: "the client’s credentials are missing", status: 401)
    }
    let digest = TokenDigest.hex(sent.secret)
    guard secrets(of: sent.id).contains(where: { TokenDigest.hex($0) == digest }) else {
      throw Refusal(
        code: "invalid_client", words: "the client is unknown, or its secret is wrong", status: 401)
    }
    return sent.id
  }

  /// The limit that the caller is over: the person of a refresh token, otherwise the program.
  private func exceededLimit(
    of program: String, _ head: IncomingHead, _ form: [FormItem]
  ) async throws -> CallLimit? {
    let limits = settings.otherLimits(head) ?? settings.limits
    guard !limits.isEmpty else { return nil }
    let now = clock.now
    var caller = "program \(program)"
    if let token = form["refresh_token"],
      let person = try await queue.read({
        try OAuthBook(db: $0, now: now).named(token, kind: "refresh")?.person
      })
    {
      caller = "person \(person)"
    }
    return counter.exceeded(by: caller, limits)
  }

  private func given(
    _ book: OAuthBook, for form: [FormItem], to program: String
  ) throws -> OAuthBook.Pair {
    switch form["grant_type"] {
    case "authorization_code": try first(book, form, program)
    case "refresh_token": try next(book, form, program)
    case nil: throw Refusal(code: "invalid_request", words: "grant_type is missing")
    default:
      throw Refusal(code: "unsupported_grant_type", words: "the grant_type is not known")
    }
  }

  private func first(
    _ book: OAuthBook, _ form: [FormItem], _ program: String
  ) throws -> OAuthBook.Pair {
    guard let secret = form["code"], !secret.isEmpty else {
      throw Refusal(code: "invalid_request", words: "code is missing")
    }
    guard let code = try book.code(secret), code.program == program else {
      throw Refusal(code: "invalid_grant", words: "the code is unknown")
    }
    if let logIn = code.logIn {
      // Somebody else has it as well: neither may go on (RFC 6749, section 4.1.2).
      try book.revoke(logIn)
      throw Refusal(code: "invalid_grant", words: "the code was used before")
    }
    guard book.now < code.ends else {
      throw Refusal(code: "invalid_grant", words: "the code is too old")
    }
    guard form["redirect_uri"] == code.redirect else {
      throw Refusal(code: "invalid_grant", words: "the redirect_uri is another one")
    }
    if settings.checksChallenges, let challenge = code.challenge {
      guard form["code_verifier"].map(Self.challenge) == challenge else {
        throw Refusal(code: "invalid_grant", words: "the code_verifier is wrong")
      }
    }
    let logIn = try book.addLogIn(program: program, person: code.person)
    try book.noteUse(ofCode: secret, for: logIn)
    return try give(book, logIn, generation: 1)
  }

  private func next(
    _ book: OAuthBook, _ form: [FormItem], _ program: String
  ) throws -> OAuthBook.Pair {
    guard let token = form["refresh_token"], !token.isEmpty else {
      throw Refusal(code: "invalid_request", words: "refresh_token is missing")
    }
    guard let named = try book.named(token, kind: "refresh"), named.program == program,
      named.isGood(at: book.now)
    else {
      throw Refusal(
        code: "invalid_grant", words: "the refresh token is unknown, was used, or has ended")
    }
    // The one before asks again: its answer was lost, and nobody has used it.
    if named.generation == named.current, !named.isUsed { try book.noteUse(of: named) }
    return try give(book, named.logIn, generation: named.generation + 1)
  }

  /// The digest of a proof (RFC 7636, section 4.2).
  private static func challenge(of verifier: String) -> String {
    Data(SHA256.hash(data: Data(verifier.utf8))).base64URLText
  }
}
