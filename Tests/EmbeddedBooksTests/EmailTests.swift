import EmbeddedBooks
import Foundation
import FreeAgentAPI
import Testing

struct EmailTests {
  private func message(
    _ build: (inout FreeAgent.EmailMessage) -> Void = { _ in }
  ) -> FreeAgent.EmailMessage {
    FreeAgent.EmailMessage {
      $0.to = "accounts@brightwater.example"
      $0.from = "ada@thornbury.example"
      $0.subject = "Invoice 007"
      $0.body = "Here it is."
      build(&$0)
    }
  }

  private typealias Send = FreeAgent.SendEmail<FreeAgent.Invoice>

  @Test func `an e-mail goes to the outbox, and the draft is open`() async throws {
    let test = try TestBooks(as: SampleCompany.assistant)
    try await test.send(Send(.init(7), message()))
    let email = try #require(try test.books.outbox().first)
    #expect(email.document == "/v2/invoices/7")
    #expect(email.sender == "Ada Thornbury <ada@thornbury.example>")
    #expect(email.copiesSender)
    #expect(email.fileNames == ["Invoice 007.pdf"])
    #expect(try await test.get(7, FreeAgent.Invoice.self).status == .open)
  }

  @Test func `a template is filled, and can be all that is said`() async throws {
    let test = try TestBooks()
    let template = try await test.send(FreeAgent.GetEmailTemplate<FreeAgent.Invoice>(.init(7)))
    #expect(template.recipient == "accounts@brightwater.example")
    #expect(template.subject == "Invoice 007 from Thornbury Design Ltd")
    #expect(template.body?.text?.hasPrefix("Dear Maya,") == true)
    try await test.send(Send(.init(7), FreeAgent.EmailMessage { $0.useTemplate = true }))
    #expect(try test.books.outbox().map(\.subject) == [template.subject])
    let nobody = try await test.refusal(
      of: Send(.init(4), FreeAgent.EmailMessage { $0.useTemplate = true }))
    #expect(nobody.messages(about: "to") == ["can't be blank"])
  }

  @Test(arguments: [
    ("to", "nobody"), ("to", ""), ("to", "a@b.example\r\nBcc: c@d.example"),
    ("from", "dev@thornbury.example"), ("from", "stranger@example.com"),
    ("from", "ADA@thornbury.example"), ("subject", ""),
    ("subject", "Hello\nBcc: c@d.example"),
  ])
  func `what cannot be sent is refused, and nothing changes`(
    field: String, value: String
  ) async throws {
    let test = try TestBooks()
    let failure = try await test.refusal(
      of: Send(.init(7), message { $0.members[field] = .text(value) }))
    #expect(failure.status == 422)
    #expect(!failure.messages(about: field).isEmpty)
    #expect(try test.books.outbox() == [])
    #expect(try await test.get(7, FreeAgent.Invoice.self).status == .draft)
  }

  @Test(arguments: [nil, ""])
  func `an e-mail without a sender is refused as that`(sender: String?) async throws {
    let test = try TestBooks()
    let failure = try await test.refusal(of: Send(.init(7), message { $0.from = sender }))
    #expect(failure.messages(about: "from") == ["can't be blank"])
  }

  @Test func `several recipients, names with commas, names with the sender`() async throws {
    let test = try TestBooks()
    let recipients = "\"Okafor, Maya\" <maya@brightwater.example>, Zoë <z@marchetti.example>"
    try await test.send(
      Send(
        .init(7),
        message {
          $0.to = recipients
          $0.from = "A. Thornbury <ada@THORNBURY.example>"
          $0.emailToSender = false
        }))
    let email = try #require(try test.books.outbox().first)
    #expect(email.recipient == recipients)
    #expect(email.sender == "Ada Thornbury <ada@thornbury.example>")
    #expect(!email.copiesSender)
  }

  @Test func `a reference of two lines makes one subject and one file`() async throws {
    let test = try TestBooks()
    try await test.send(FreeAgent.Update(.init(7), FreeAgent.Invoice { $0.reference = "A\nB" }))
    try await test.send(Send(.init(7), FreeAgent.EmailMessage { $0.useTemplate = true }))
    let email = try #require(try test.books.outbox().first)
    #expect(email.subject == "Invoice A B from Thornbury Design Ltd")
    #expect(email.fileNames == ["Invoice A B.pdf"])
  }

  @Test func `an attachment has five megabytes at most`() async throws {
    let test = try TestBooks()
    let file = Data(repeating: 0x41, count: 5 * 1024 * 1024 + 1).base64EncodedString()
    let failure = try await test.refusal(
      of: Send(
        .init(7),
        message {
          $0.attachments = [
            FreeAgent.NewAttachment {
              $0.fileName = "large.pdf"
              $0.contentType = "application/pdf"
              $0.data = file
            }
          ]
        }))
    #expect(failure.sentences == ["Attachment is larger than 5 MB"])
  }

  @Test func `the default text is set, sent along and taken away`() async throws {
    let test = try TestBooks()
    typealias Invoice = FreeAgent.Invoice
    #expect(try await test.send(FreeAgent.GetDefaultText<Invoice>()) == nil)
    try await test.send(FreeAgent.SetDefaultText<Invoice>("Thank you for your business."))
    #expect(
      try await test.send(FreeAgent.GetDefaultText<Invoice>()) == "Thank you for your business.")
    let template = try await test.send(FreeAgent.GetEmailTemplate<Invoice>(.init(7)))
    #expect(template.body?.text?.contains("Thank you for your business.") == true)
    try await test.send(FreeAgent.DeleteDefaultText<Invoice>())
    #expect(try await test.send(FreeAgent.GetDefaultText<Invoice>()) == nil)
  }

  @Test func `senders are users who have verified their address`() async throws {
    let test = try TestBooks()
    #expect(
      try await test.send(FreeAgent.GetEmailAddresses()) == [
        "Ada Thornbury <ada@thornbury.example>", "Ben Carter <ben@thornbury.example>",
        "Chloe Evans <chloe@thornbury.example>",
      ])
  }

  @Test func `without a verified address nothing can be sent`() async throws {
    let test = try TestBooks()
    for user in try test.books.users() { try test.books.setVerified(false, for: user.id) }
    #expect(try await test.send(FreeAgent.GetEmailAddresses()) == [])
    let failure = try await test.refusal(of: Send(.init(7), message()))
    #expect(failure.messages(about: "from") == ["is not a registered e-mail address"])
    try test.books.setVerified(true, for: SampleCompany.owner)
    try await test.send(Send(.init(7), message()))
  }
}
