import ServiceBasics

/// What a program asks a person for (RFC 6749, section 4.1.1).
struct ApprovalRequest: Sendable {
  /// Why a request cannot be answered.
  enum Problem: Error {
    /// Nobody knows where to lead the browser: the person is told.
    case told(String)
    /// The program is told, at its address.
    case redirected(String, code: String, words: String)
  }

  let program: OAuthProgram
  let redirect: String
  let state: String?
  let challenge: String?

  /// Reads the items of a query or a form.
  init(_ items: [FormItem], _ settings: OAuthSettings) throws(Problem) {
    guard let program = settings.programs.first(where: { $0.id == items["client_id"] }) else {
      throw .told("The program is unknown: client_id is missing or wrong.")
    }
    guard let redirect = items["redirect_uri"], program.mayLead(to: redirect) else {
      throw .told(
        "The program has not said where to lead you back to: redirect_uri is missing or not registered."
      )
    }
    self.program = program
    self.redirect = redirect
    state = items["state"]
    challenge = items["code_challenge"]
    guard items["response_type"] == "code" else {
      throw .redirected(
        Self.address(redirect, state, [FormItem("error", "unsupported_response_type")]),
        code: "unsupported_response_type", words: "response_type is not code")
    }
    if settings.checksChallenges, challenge != nil, items["code_challenge_method"] != "S256" {
      throw .redirected(
        Self.address(redirect, state, [FormItem("error", "invalid_request")]),
        code: "invalid_request", words: "code_challenge_method is not S256")
    }
  }

  /// The fields that a form has to carry along.
  var items: [FormItem] {
    var items = [
      FormItem("client_id", program.id), FormItem("response_type", "code"),
      FormItem("redirect_uri", redirect),
    ]
    if let state { items.append(FormItem("state", state)) }
    if let challenge {
      items.append(FormItem("code_challenge", challenge))
      items.append(FormItem("code_challenge_method", "S256"))
    }
    return items
  }

  /// The address to which the browser is led with an answer.
  func address(with items: [FormItem]) -> String { Self.address(redirect, state, items) }

  private static func address(
    _ redirect: String, _ state: String?, _ items: [FormItem]
  ) -> String {
    let items = items + (state.map { [FormItem("state", $0)] } ?? [])
    return redirect + (redirect.contains("?") ? "&" : "?") + FormItem.encoded(items)
  }
}

extension OAuthProgram {
  /// Whether a browser may be led to an address.
  fileprivate func mayLead(to address: String) -> Bool {
    guard address.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), !address.contains("#") else {
      return false
    }
    if redirects.contains(address) { return true }
    guard takesLoopback,
      let scheme = ["http://", "https://"].first(where: address.hasPrefix)
    else { return false }
    let authority = address.dropFirst(scheme.count).prefix { !"/?".contains($0) }
    return HostRule.parts(of: String(authority)).map { Loopback.contains($0.host) } ?? false
  }
}
