import FreeAgentAPI
import GRDB

extension SampleWriter {
  func writeContacts() throws {
    let books = books(400)
    for contact in Self.contacts { _ = try books.add(contact) }
    guard variant == .landlord else { return }
    for address in ["3 Mill Lane, Thornbury", "Flat 2, 40 High Street, Thornbury"] {
      _ = try books.add(FreeAgent.Property { $0.address1 = address })
    }
  }

  private static let contacts: [FreeAgent.Contact] = [
    organisation("Brightwater Studios Ltd", "accounts@brightwater.example") {
      $0.firstName = "Maya"
      $0.lastName = "Okafor"
      $0.billingEmail = "accounts@brightwater.example"
      $0.email = "maya@brightwater.example"
      $0.address1 = "8 Harbourside"
      $0.town = "Bristol"
      $0.postcode = "BS1 5DB"
      $0.defaultPaymentTermsInDays = 30
    },
    organisation("Northgate Dental Practice", "reception@northgate.example") {
      $0.chargeSalesTax = .always
      $0.town = "Gloucester"
    },
    organisation("Lumière Films SARL", "compta@lumiere.example") {
      $0.country = "France"
      $0.chargeSalesTax = .never
      $0.locale = "fr"
      $0.town = "Lyon"
    },
    organisation("Harbour Coffee Roasters", nil) {
      $0.billingEmail = "invoices@harbourcoffee.example"
    },
    FreeAgent.Contact {
      $0.firstName = "Zoë"
      $0.lastName = "Marchetti"
    },
    organisation("Inkwell Print Ltd", "orders@inkwell.example") { $0.town = "Bath" },
    organisation("Old Mill Stationers", "shop@oldmill.example") { $0.status = .hidden },
  ]

  private static func organisation(
    _ name: String, _ email: String?, _ build: (inout FreeAgent.Contact) -> Void
  ) -> FreeAgent.Contact {
    FreeAgent.Contact {
      $0.organisationName = name
      $0.email = email
      build(&$0)
    }
  }
}
