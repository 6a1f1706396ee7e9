import ServiceBasics

/// The page on which a person allows access, as HTML without a script.
enum ApprovalPage {
  /// The page with a form.
  ///
  /// - Parameters:
  ///   - request: what is asked for.
  ///   - people: who may allow it.
  ///   - problem: what was wrong with the answer before; nil if there was none.
  ///   - settings: the paths and the title.
  /// - Returns: the page.
  static func html(
    _ request: ApprovalRequest, _ people: [OAuthPerson], problem: String?,
    _ settings: OAuthSettings
  ) -> String {
    let hidden = request.items.map { item in
      "<input type=\"hidden\" name=\"\(item.name.escapedForHTML)\" value=\"\(item.value.escapedForHTML)\">"
    }.joined(separator: "\n")
    let choices = people.map { person in
      """
      <p><label><input type="radio" name="person" value="\(person.id.escapedForHTML)" required>
      \(person.name.escapedForHTML) <small>\(person.detail.escapedForHTML)</small></label></p>
      """
    }.joined(separator: "\n")
    let alert = problem.map { "<p role=\"alert\">\($0.escapedForHTML)</p>\n" } ?? ""
    return page(
      "Allow access to \(settings.title)",
      """
      <p>The program “\(request.program.name.escapedForHTML)” asks to use \(settings.title.escapedForHTML) for you. \
      It can then do everything that you can do there.</p>
      \(alert)<form method="post" action="\(settings.approvalPath.escapedForHTML)">
      \(hidden)
      <fieldset><legend>Who are you?</legend>
      \(choices)
      </fieldset>
      <p><button name="decision" value="allow">Allow</button>
      <button name="decision" value="deny" formnovalidate>Do not allow</button></p>
      </form>
      """)
  }

  /// The page that says why there is no form.
  static func html(problem: String) -> String {
    page("Access cannot be allowed", "<p role=\"alert\">\(problem.escapedForHTML)</p>")
  }

  private static func page(_ title: String, _ body: String) -> String {
    """
    <!doctype html>
    <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <title>\(title.escapedForHTML)</title>
    <style>body{font:1.1rem/1.5 system-ui,sans-serif;max-width:36rem;margin:3rem auto;padding:0 1rem}
    button{font:inherit;padding:.4rem 1rem}small{color:#555}</style></head>
    <body><main><h1>\(title.escapedForHTML)</h1>
    \(body)
    </main></body></html>

    """
  }
}
