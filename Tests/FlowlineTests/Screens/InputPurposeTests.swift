import Testing

@testable import Flowline

/// Questions that ask the person who answers for something of their own.
struct InputPurposeTests {
  @Test func `a prompt tells what its question is for, and has no word of it if nobody said`()
    throws
  {
    let flow = ClosureFlow("visit") { context in
      let email = TextScreen("email", "Your e-mail address?").purpose(.email).optional()
      _ = try await context.run(email)
      let details = Form<String>("details", "Details") { page in
        let name = page.ask(TextScreen("name", "Your name?").purpose(.name))
        let contact = page.ask(TextScreen("contact", "Whom do you visit?"))
        return contact.flatMap { contact in name.map { "\($0) \(contact)" } }
      }
      return try await context.run(details)
    }
    let controller = FlowController()
    controller.start(flow, .test)
    let prompt = try #require(controller.prompt)
    #expect(prompt.purpose == .email)
    #expect(try JSONValue(encoding: prompt)["purpose"] == "email")
    controller.answer("")
    let form = try #require(controller.prompt?.form)
    #expect(form.fields.map(\.purpose) == [InputPurpose.name, nil])
    controller.answer("Ann")
    let contact = try #require(controller.prompt)
    #expect(contact.purpose == nil)
    #expect(try JSONValue(encoding: contact)["purpose"] == nil)
    controller.answer("Bob")
    expectClean(controller)
  }
}
