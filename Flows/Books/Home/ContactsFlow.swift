import BooksClient
import Flowline
import FreeAgentAPI
import Money

/// Those whom the company sells to or buys from, and as many of them in detail as one likes.
///
/// It results in how many were looked at.
struct ContactsFlow: BooksFlow {
  static let texts = HomeFlow.texts
  let id: FlowID = "contacts"
  let access: BooksAccess
  /// Where its list was left.
  let places: ListPlaces

  func run(_ context: FlowContext) async throws -> Int {
    var place = places[.contacts]
    defer { places[.contacts] = place }
    try await context.at(access).browse("contact", reading: "list", at: &place) {
      try await $0.contacts(page: $1)
    } shown: { contact in
      (
        key: "contact-\(contact.id.text)", label: Text(verbatim: contact.name),
        detail: contact.balanceText
      )
    } visiting: {
      ContactFlow(access: access, contact: $0.id)
    }
    return place.visits
  }
}

/// One contact.
///
/// It results in the contact as it was read.
struct ContactFlow: BooksFlow {
  static let texts = HomeFlow.texts
  let id: FlowID = "about-contact"
  let access: BooksAccess
  let contact: BookID<FreeAgent.Contact>

  func run(_ context: FlowContext) async throws -> BookContact {
    let contact = try await context.at(access).read("contact") { [contact] in
      try await $0.contact(contact)
    }
    try await context.show("contact-details", with: ["contact": contact.name]) {
      if let person = contact.person { Row("person", person) }
      if let email = contact.email { Row("email", email) }
      if let email = contact.billingEmail { Row("billing-email", email) }
      if !contact.phones.isEmpty { Row("phone", contact.phones.joined(separator: ", ")) }
      if !contact.address.isEmpty { Row("address", contact.address.joined(separator: ", ")) }
      if let number = contact.vatNumber { Row("vat-number", number) }
      if let balance = contact.balance {
        owed(balance)
      }
    }
    return contact
  }

  /// Who owes what, of invoices and bills in all currencies.
  private func owed(_ balance: Money) -> Row {
    if balance.isZero { return Row("nothing-owed") }
    return Row(balance.isNegative ? "owed-to-them" : "owed-by-them", balance.positive)
  }
}

extension BookContact {
  /// What is owed, and by whom; nil if nothing is.
  fileprivate var balanceText: Text? {
    guard let balance, !balance.isZero else { return nil }
    return HomeFlow.texts(
      balance.isNegative ? "contact.owed-to-them" : "contact.owed-by-them", balance.positive)
  }
}
