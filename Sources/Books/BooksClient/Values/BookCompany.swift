public import Books
public import Days
public import FreeAgentAPI
public import Money

/// The company whose books they are.
public struct BookCompany: Sendable, Hashable, Codable {
  /// Its name.
  public let name: String
  /// What comes before the service’s name in its web addresses.
  public let subdomain: String?
  /// What kind of company it is.
  public let kind: CompanyKind
  /// Its own currency.
  public let currency: Currency
  /// When it is registered for VAT.
  public let registration: VATRegistration
  /// Whether distances are entered in kilometres; the service keeps miles.
  public let usesKilometres: Bool
  /// The day on which the books begin; nil if the service does not say.
  public let firstDay: Day?
  /// Whether goods and services of the EC are reported; nil if not, as sessions have it that were recorded
  /// before it was read.
  private let reportsEC: Bool?
}

extension BookCompany {
  /// In what distances are entered.
  public var distanceUnit: DistanceUnit { usesKilometres ? .kilometres : .miles }

  init(_ company: FreeAgent.Company) {
    name = company.name ?? ""
    subdomain = company.subdomain
    kind = CompanyKind(type: company.type?.rawValue)
    currency = company.currency.flatMap { Currency(code: $0) } ?? .gbp
    registration =
      switch company.salesTaxRegistrationStatus {
      case .registered: VATRegistration(from: company.salesTaxEffectiveDate)
      case .deregistered:
        VATRegistration(
          from: company.salesTaxEffectiveDate, until: company.salesTaxDeregistrationEffectiveDate)
      default: .none
      }
    usesKilometres = company.mileageUnits == .kilometres
    firstDay = company.freeagentStartDate
    reportsEC = company.ecVATReportingEnabled == true ? true : nil
  }

  /// Whether it is in Northern Ireland, where goods and services of the EC are reported after 2020 too.
  public var isInNorthernIreland: Bool { reportsEC ?? false }

  /// The statuses for VAT reports that may be used for a day, in their order.
  public func ecStatuses(on day: Day) -> [ECStatus] {
    ECStatus.valid(on: day, inNorthernIreland: isInNorthernIreland)
  }
}

/// Somebody who works with the books.
public struct BookUser: Sendable, Hashable, Codable {
  /// What the service knows the user by.
  public let id: BookID<FreeAgent.User>
  /// First and last name.
  public let name: String
  /// The address to which mail goes.
  public let email: String
  /// What the user may do, from 0 to 8; nil if the service does not say.
  public let level: Int?
}

extension BookUser {
  init?(_ user: FreeAgent.User) {
    guard let id = BookID(user.url) else { return nil }
    self.id = id
    name = [user.firstName, user.lastName].compactMap(\.self).joined(separator: " ")
    email = user.email ?? ""
    level = user.permissionLevel?.rawValue
  }

  /// Whether the user may do what takes a level; a service that names none allows everything.
  public func may(_ level: FreeAgent.PermissionLevel) -> Bool {
    self.level.map { $0 >= level.rawValue } ?? true
  }
}
