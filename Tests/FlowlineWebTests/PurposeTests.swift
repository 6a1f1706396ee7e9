import Flowline
import Testing

@testable import FlowlineWeb

/// The attributes of fields for something of the person’s own, such as a name.
struct PurposeTests {
  private struct JoinFlow: Flow {
    let id: FlowID = "join"

    func run(_ context: FlowContext) async throws -> Bool {
      let form = Form<Bool>("join", "Join") { page in
        let email = page.ask(TextScreen("email", "Your e-mail address?").purpose(.email))
        let birthday = page.ask(DateScreen("birthday", "Your birthday?").purpose(.birthday))
        let friend = page.ask(TextScreen("friend", "Who invited you?"))
        let code = page.ask(SecretScreen("code", "Your code?", length: 3...20))
        guard email != nil, birthday != nil, friend != nil, code != nil else { return nil }
        return true
      }
      return try await context.run(form)
    }
  }

  /// The input of a name, as it is written.
  private func input(_ id: String, in page: String) -> String {
    page.split(separator: "<input").first { $0.contains("id=\"\(id)\"") }
      .map { String($0.prefix { $0 != ">" }) } ?? ""
  }

  @Test func `a field says what it is for, and is not filled in if it is about something else`() {
    let stage = Stage(JoinFlow())
    let page = String(
      decoding: stage.page().page(in: stage.context).document(in: stage.context), as: UTF8.self)
    let email = input("f-email", in: page)
    #expect(email.contains("autocomplete=\"email\"") && email.contains("inputmode=\"email\""))
    #expect(email.contains("spellcheck=\"false\""))
    #expect(input("f-birthday", in: page).contains("autocomplete=\"bday\""))
    #expect(input("f-birthday-month", in: page).contains("autocomplete=\"bday-month\""))
    #expect(input("f-friend", in: page).contains("autocomplete=\"off\""))
    #expect(input("f-code", in: page).contains("autocomplete=\"current-password\""))
  }
}
