import BooksTestSupport
import EmbeddedBooks
import FreeAgentAPI
import ServiceBasics
import Testing

/// Notes about contacts and projects.
struct NoteTests {
  private let contact = FormItem("contact", "https://api.freeagent.com/v2/contacts/4")
  private let project = FormItem("project", "2")

  @Test func `a note is made about what the query names, changed and deleted`() async throws {
    let test = try TestBooks()
    let made = try await test.send(
      FreeAgent.CreateNote(FreeAgent.Note { $0.note = "Pays late" }, about: .contact(link(4))))
    #expect(made.note == "Pays late" && made.author == "Ada Thornbury")
    #expect(made.parentURL?.url.hasSuffix("/v2/contacts/4") == true)
    #expect(made.createdAt == made.updatedAt && made.createdAt != nil)
    let own: [FreeAgent.Note] = try await test.all(.init { $0.contact = link(4) })
    #expect(own.map(\.url) == [made.url])
    let ofProject = try await test.send(
      FreeAgent.CreateNote(FreeAgent.Note { $0.note = "Nearly done" }, about: .project(link(2))))
    #expect(ofProject.parentURL?.url.hasSuffix("/v2/projects/2") == true)
    let id = FreeAgent.Identifier<FreeAgent.Note>(try made.number)
    let changed = try await test.send(
      FreeAgent.Update(id, FreeAgent.Note { $0.note = "Pays at last" }))
    #expect(changed?.note == "Pays at last" && changed?.parentURL == made.parentURL)
    let empty = FreeAgent.Update(id, FreeAgent.Note { $0.note = "" })
    #expect(try await test.refusal(of: empty).sentences == ["Note can't be blank"])
    try await test.send(FreeAgent.Delete(id))
    #expect(try await test.refusal(of: FreeAgent.Get(id)).status == 404)
  }

  @Test func `without a contact or a project there are no notes`() async throws {
    let test = try TestBooks()
    let body = #"{"note":{"note":"A thought"}}"#
    for query in [[], [FormItem("contact", "")]] {
      #expect(await test.reply(.get, "/v2/notes", query: query).status == 400)
      #expect(await test.reply(.post, "/v2/notes", query: query, body: body).status == 400)
    }
    let nobody = [FormItem("contact", "https://api.freeagent.com/v2/contacts/99")]
    #expect(await test.reply(.get, "/v2/notes", query: nobody).status == 404)
    #expect(await test.reply(.post, "/v2/notes", query: [contact], body: "{}").status == 400)
  }

  @Test(arguments: ["contact", "project"])
  func `an address may have its collection in the singular, as the page has it`(
    name: String
  ) async throws {
    let test = try TestBooks()
    let query = [FormItem(name, "https://api.freeagent.com/v2/\(name)/1")]
    let made = await test.reply(
      .post, "/v2/notes", query: query, body: #"{"note":{"note":"A thought"}}"#)
    #expect(made.status == 200)
    let note = try FreeAgent.Note(from: made.body, key: FreeAgent.Note.key)
    #expect(note.parentURL?.url.hasSuffix("/v2/\(name)s/1") == true)
    let list = await test.reply(.get, "/v2/notes", query: query)
    #expect(String(decoding: list.body, as: UTF8.self).contains("A thought"))
  }

  @Test(arguments: [#"{"note":{"note":"A thought"}}"#, #"{"note":"A thought"}"#])
  func `a new note is answered with 200, with its root or without`(body: String) async throws {
    let test = try TestBooks()
    let reply = await test.reply(.post, "/v2/notes", query: [project], body: body)
    #expect(reply.status == 200)
    let note = try FreeAgent.Note(from: reply.body, key: FreeAgent.Note.key)
    #expect(note.note == "A thought")
  }

  @Test func `the sample has notes, and they go with what they are about`() async throws {
    let test = try TestBooks()
    let filter = FreeAgent.NoteFilter { $0.contact = link(1) }
    #expect(try await test.all(filter, FreeAgent.Note.self).count == 2)
    let made = try await test.send(
      FreeAgent.Create(FreeAgent.Contact { $0.organisationName = "Quayside Sails" }))
    let id = FreeAgent.Identifier<FreeAgent.Contact>(try made.number)
    let address = try #require(made.url)
    let note = try await test.send(
      FreeAgent.CreateNote(FreeAgent.Note { $0.note = "New" }, about: .contact(address)))
    try await test.send(FreeAgent.Delete(id))
    let gone = FreeAgent.Identifier<FreeAgent.Note>(try note.number)
    #expect(try await test.refusal(of: FreeAgent.Get(gone)).status == 404)
    let employee = test.asked(by: SampleCompany.employee)
    let denied = FreeAgent.List<FreeAgent.Note>(filter)
    #expect(try await employee.refusal(of: denied).status == 403)
  }
}
