import FreeAgentAPI
import ServiceBasics
import Testing

/// The examples of FreeAgentAPI, as they are printed.
struct FreeAgentExamples {
  @Test func `a list is asked for as the article says`() {
    let request = FreeAgent.List<FreeAgent.Invoice>(.init { $0.view = .overdue })
    let target = request.target  // "/v2/invoices?view=overdue&page=1&per_page=100"
    #expect(target == "/v2/invoices?view=overdue&page=1&per_page=100")
  }

  @Test func `a change has what the article says`() throws {
    var change = FreeAgent.Contact()
    change.organisationName = "Example Ltd"  // a value
    change.setNull(\.billingEmail)  // null
    change.email = nil  // absent
    let json = try CanonicalJSON.text(change)
    #expect(json == #"{"billing_email":null,"organisation_name":"Example Ltd"}"#)
  }

  @Test func `a record has what its comment says`() throws {
    var contact = FreeAgent.Contact()
    contact.organisationName = "Example Ltd"
    contact.email = nil  // absent: nothing is written
    contact.setNull(\.email)  // present, and null
    #expect(
      try CanonicalJSON.text(contact) == #"{"email":null,"organisation_name":"Example Ltd"}"#)
  }
}
