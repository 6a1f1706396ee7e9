import EmbeddedBooks
import Foundation
import FreeAgentAPI
import ServiceBasics
import Testing

/// How answers are written out: with what they name, and without what a level does not show.
struct AnswerFormTests {
  /// The members of the record in an answer that are objects, of some names.
  private func whole(
    _ names: [String], of key: String, in reply: BooksReply
  ) throws -> [String] {
    let json = try JSONDecoder().decode(FreeAgent.JSON.self, from: reply.body)
    guard case .object(let root) = json, case .object(let members)? = root[key] else {
      Issue.record("\(String(decoding: reply.body, as: UTF8.self)) has no \(key)")
      return []
    }
    return names.filter { name in
      if case .object? = members[name] { true } else { false }
    }
  }

  @Test(arguments: ["true", "1", "false", nil])
  func `what a timeslip names comes whole if the query says so, whatever is asked`(
    nested: String?
  ) async throws {
    let test = try TestBooks()
    let query = nested.map { [FormItem("nested", $0)] } ?? []
    let made = await test.reply(
      .post, "/v2/timeslips", query: query,
      body: #"{"timeslip":{"user":1,"project":1,"task":1,"dated_on":"2026-09-18","hours":1}}"#)
    let id = try #require(made.location?.split(separator: "/").last)
    let path = "/v2/timeslips/\(id)"
    let changed = await test.reply(
      .put, path, query: query, body: #"{"timeslip":{"comment":"Sketches"}}"#)
    let answers = [
      made, changed, await test.reply(.get, path, query: query),
      await test.reply(.post, "\(path)/timer", query: query),
      await test.reply(.delete, "\(path)/timer", query: query),
    ]
    let names = ["user", "project", "task"]
    let isNested = nested == "true" || nested == "1"
    for answer in answers {
      #expect(try whole(names, of: "timeslip", in: answer) == (isNested ? names : []))
    }
    let wrong = [FormItem("nested", "maybe")]
    #expect(await test.reply(.get, path, query: wrong).status == 400)
    test.expectInOrder()
  }

  @Test(arguments: ["true", nil])
  func `a project has its contact if the query says so, whatever is asked`(
    nested: String?
  ) async throws {
    let test = try TestBooks()
    let query = nested.map { [FormItem("nested", $0)] } ?? []
    let made = await test.reply(
      .post, "/v2/projects", query: query,
      body: #"{"project":{"contact":4,"name":"Bags","status":"Active","currency":"GBP","#
        + #""budget_units":"Hours","starts_on":"2015-10-1"}}"#)
    #expect(made.status == 201, "\(String(decoding: made.body, as: UTF8.self))")
    #expect(String(decoding: made.body, as: UTF8.self).contains(#""starts_on":"2015-10-01""#))
    let changed = await test.reply(
      .put, "/v2/projects/1", query: query, body: #"{"project":{"name":"Website"}}"#)
    for answer in [made, changed, await test.reply(.get, "/v2/projects/1", query: query)] {
      #expect(
        try whole(["contact"], of: "project", in: answer) == (nested == nil ? [] : ["contact"]))
    }
  }

  @Test(arguments: [
    (SampleCompany.employee, false), (SampleCompany.assistant, true), (SampleCompany.owner, true),
  ])
  func `prices are shown from the level of projects on`(
    user: FreeAgent.Identifier<FreeAgent.User>, isShown: Bool
  ) async throws {
    let test = try TestBooks(as: user)
    let task = try await test.get(1, FreeAgent.ProjectTask.self)
    #expect(task.name == "Design")
    #expect((task.billingRate != nil) == isShown && (task.billingPeriod != nil) == isShown)
    let nested = await test.reply(.get, "/v2/timeslips", query: [FormItem("nested", "true")])
    let made = await test.reply(.post, "/v2/tasks", body: #"{"task":{"project":1,"name":"Ink"}}"#)
    let id = try #require(made.location?.split(separator: "/").last)
    let changed = await test.reply(
      .put, "/v2/tasks/\(id)", body: #"{"task":{"name":"Inks","billing_rate":"9"}}"#)
    for reply in [await test.reply(.get, "/v2/tasks"), nested, made, changed] {
      #expect(reply.isSuccess)
      let text = String(decoding: reply.body, as: UTF8.self)
      #expect(text.contains(#""billing_rate""#) == isShown)
    }
    let text = String(decoding: nested.body, as: UTF8.self)
    #expect(text.contains(#""name":"Brightwater website""#))
    #expect(text.contains(#""normal_billing_rate""#) == isShown)
  }

  @Test(arguments: [
    (SampleCompany.employee, false), (SampleCompany.assistant, true), (SampleCompany.owner, true),
  ])
  func `below that level a contact is a name`(
    user: FreeAgent.Identifier<FreeAgent.User>, isShown: Bool
  ) async throws {
    let test = try TestBooks(as: user)
    let contacts: [FreeAgent.Contact] = try await test.all()
    for contact in contacts + [try await test.get(1, FreeAgent.Contact.self)] {
      #expect(contact.organisationName != nil || contact.lastName != nil)
      #expect(contact.activeProjectsCount != nil && contact.updatedAt != nil)
      #expect((contact.country != nil) == isShown && (contact.accountBalance != nil) == isShown)
      #expect(isShown || contact.email == nil && contact.address1 == nil)
    }
  }
}
