public import FreeAgentAPI
public import Money

/// Somebody whom the company sells to or buys from.
public struct BookContact: Sendable, Hashable, Codable {
  /// What the service knows the contact by.
  public let id: BookID<FreeAgent.Contact>
  /// What people call the contact: the organisation, else the person.
  public let name: String
  /// First and last name of the person at an organisation; nil if there is none.
  public let person: String?
  /// The e-mail address; nil if there is none.
  public let email: String?
  /// The e-mail address for invoices; nil if it is the same.
  public let billingEmail: String?
  /// Telephone and mobile number, as far as there are any.
  public let phones: [String]
  /// The postal address, line by line, with the country last; empty if there is none.
  public let address: [String]
  /// The number for VAT; nil if there is none.
  public let vatNumber: String?
  /// What the contact owes, in the company’s currency; negative if the company owes it, nil if the service
  /// does not say.
  public let balance: Money?
}

extension BookContact {
  /// Reads a contact; nil without an address or a name.
  ///
  /// - Parameters:
  ///   - contact: what the service says.
  ///   - native: the company’s currency.
  init?(_ contact: FreeAgent.Contact, native: Currency) {
    func filled(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
    let names = [contact.firstName, contact.lastName].compactMap(filled)
    let person = filled(names.joined(separator: " "))
    let organisation = filled(contact.organisationName)
    guard let id = BookID(contact.url), let name = organisation ?? person else { return nil }
    self.id = id
    self.name = name
    self.person = organisation == nil ? nil : person
    email = filled(contact.email)
    billingEmail = contact.billingEmail == contact.email ? nil : filled(contact.billingEmail)
    phones = [contact.phoneNumber, contact.mobile].compactMap(filled)
    address = [
      contact.address1, contact.address2, contact.address3, contact.town, contact.region,
      contact.postcode, contact.country,
    ].compactMap(filled)
    vatNumber = filled(contact.salesTaxRegistrationNumber)
    balance = contact.accountBalance?.money(in: native)
  }
}
