import BooksTestSupport
import Days
import EmbeddedBooks
import FreeAgentAPI
import ServiceBasics
import Testing

/// What is answered is what the API's words say, and can be sent back.
struct AnswerTests {
  private func expectKnown<Target: FreeAgent.Listed>(
    _ type: Target.Type, _ filter: Target.Filter = Target.Filter(), in test: TestBooks
  ) async throws {
    let list: [Target] = try await test.all(filter)
    #expect(!list.isEmpty, "\(type)")
    for element in list {
      #expect(element.furtherMembers.isEmpty, "\(type): \(element.furtherMembers.keys)")
      for field in Target.schema.all {
        guard let member = element.members[field.name] else { continue }
        #expect(field.canRead(member), "\(type).\(field.name): \(member)")
        #expect(field.normalised(member) == member, "\(type).\(field.name): \(member)")
        #expect(!field.traits.contains(.writeOnly), "\(type).\(field.name) is never answered")
      }
      let alone = try await test.get(try element.number, Target.self)
      #expect(alone.members["url"] == element.members["url"])
    }
  }

  @Test func `answers have the members of the API, in its forms`() async throws {
    let test = try TestBooks()
    try await expectKnown(FreeAgent.User.self, in: test)
    try await expectKnown(FreeAgent.Contact.self, .init { $0.view = .all }, in: test)
    try await expectKnown(FreeAgent.BankAccount.self, in: test)
    for account in 1...4 {
      try await expectKnown(
        FreeAgent.BankTransaction.self, .init { $0.bankAccount = link(account) }, in: test)
    }
    for account in 1...3 {
      try await expectKnown(
        FreeAgent.BankTransactionExplanation.self, .init { $0.bankAccount = link(account) },
        in: test)
    }
    try await expectKnown(FreeAgent.Invoice.self, .init { $0.nestedInvoiceItems = true }, in: test)
    try await expectKnown(
      FreeAgent.CreditNote.self, .init { $0.nestedCreditNoteItems = true }, in: test)
    try await expectKnown(
      FreeAgent.Estimate.self, .init { $0.nestedEstimateItems = true }, in: test)
    try await expectKnown(FreeAgent.Expense.self, in: test)
    try await expectKnown(FreeAgent.Bill.self, .init { $0.nestedBillItems = true }, in: test)
    try await expectKnown(FreeAgent.Project.self, in: test)
    try await expectKnown(FreeAgent.StockItem.self, in: test)
    try await expectKnown(FreeAgent.CapitalAsset.self, in: test)
  }

  /// Sends each record back as it was read; returns how many were taken.
  private func sendBack<Target: FreeAgent.Listed & FreeAgent.Updatable>(
    _ type: Target.Type, _ filter: Target.Filter = Target.Filter(), in test: TestBooks
  ) async throws -> Int {
    var taken = 0
    for listed: Target in try await test.all(filter) {
      let id = FreeAgent.Identifier<Target>(try listed.number)
      let before = try await test.send(FreeAgent.Get(id))
      let request = FreeAgent.Update(id, before.withoutReadOnlyMembers)
      do {
        let after = try #require(try await test.books.send(request, as: test.user).answer)
        for name in Set(before.members.keys).union(after.members.keys)
          .subtracting(["updated_at"])
        {
          #expect(after.members[name] == before.members[name], "\(type) \(id) \(name)")
        }
        taken += 1
      } catch let failure as FreeAgent.Failure {
        // What is locked stays as it is.
        #expect(failure.status == 422)
      }
      test.expectInOrder()
    }
    return taken
  }

  @Test func `what was read can be sent back, and changes nothing`() async throws {
    let test = try TestBooks()
    #expect(try await sendBack(FreeAgent.Contact.self, .init { $0.view = .all }, in: test) == 7)
    #expect(try await sendBack(FreeAgent.BankAccount.self, in: test) == 4)
    #expect(try await sendBack(FreeAgent.User.self, in: test) == 5)
    #expect(
      try await sendBack(
        FreeAgent.BankTransactionExplanation.self, .init { $0.bankAccount = link(1) }, in: test)
        > 12)
    #expect(try await sendBack(FreeAgent.Expense.self, in: test) == 7)
  }

  @Test func `lists are sorted and narrowed as asked`() async throws {
    let test = try TestBooks()
    let named: [FreeAgent.Contact] = try await test.all(
      .init {
        $0.view = .all
        $0.sort = FreeAgent.Sort.name.descending
      })
    let names = named.map { $0.organisationName ?? "\($0.firstName ?? "") \($0.lastName ?? "")" }
    #expect(names.first == "Old Mill Stationers")
    #expect(names.last == "Brightwater Studios Ltd")
    let active: [FreeAgent.Contact] = try await test.all()
    #expect(active.count == 6)
    let hidden: [FreeAgent.Contact] = try await test.all(.init { $0.view = .hidden })
    #expect(hidden.map(\.organisationName) == ["Old Mill Stationers"])
    let suppliers: [FreeAgent.Contact] = try await test.all(.init { $0.view = .suppliers })
    #expect(suppliers.map(\.organisationName) == ["Inkwell Print Ltd"])
    let overdue: [FreeAgent.Invoice] = try await test.all(.init { $0.view = .overdue })
    #expect(overdue.map(\.reference) == ["002"])
    let ofContact: [FreeAgent.Invoice] = try await test.all(.init { $0.contact = link(3) })
    #expect(ofContact.map(\.reference) == ["005"])
    let recent: [FreeAgent.Invoice] = try await test.all(.init { $0.view = .lastMonths(1) })
    #expect(
      Set(recent.compactMap(\.reference)) == ["003", "004", "005", "006", "007", "008", "009"])
    let late: [FreeAgent.BankTransaction] = try await test.all(
      .init {
        $0.bankAccount = link(1)
        $0.fromDate = .init("2026-09-11")
        $0.toDate = .init("2026-09-12")
      })
    #expect(late.count == 3)
    let changed: [FreeAgent.Contact] = try await test.all(
      .init { $0.updatedSince = .init("2026-09-20T00:00:00Z") })
    // What a contact owes changed with its invoice.
    #expect(changed.map(\.url) == [link(2)])
    let none: [FreeAgent.Contact] = try await test.all(
      .init { $0.updatedSince = .init("2026-09-21T00:00:00Z") })
    #expect(none.isEmpty)
    let assets: [FreeAgent.CapitalAsset] = try await test.all(.init { $0.view = .disposed })
    #expect(assets.isEmpty)
  }
}
