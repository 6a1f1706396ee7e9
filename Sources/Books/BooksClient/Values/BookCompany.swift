public import Books
public import Days
public import FreeAgentAPI
public import Money

/// The company whose books they are.
public struct BookCompany: Sendable, Hashable, Codable {
  /// What the company is called.
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
  /// Whether its registration began on the flat-rate scheme; nil if not, as sessions have it that were recorded
  /// before it was read.
  private let beganOnFlatRate: Bool?
  /// The rates of its sales tax, in per cent; nil if they are the usual ones of the United Kingdom, as sessions
  /// have it that were recorded before they were read.
  private let taxRates: [ExactDecimal]?
}

extension BookCompany {
  /// In what distances are entered.
  public var distanceUnit: DistanceUnit { usesKilometres ? .kilometres : .miles }

  init(_ company: FreeAgent.Company) {
    name = company.name ?? ""
    subdomain = company.subdomain
    let kind = CompanyKind(type: company.type?.rawValue)
    self.kind = kind
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
    beganOnFlatRate = company.initiallyOnFRS == true ? true : nil
    let rates = company.salesTaxRates ?? []
    let isUsual = rates.isEmpty || Set(rates) == Set(Self.usualRates)
    taxRates = kind.isBritish && isUsual ? nil : rates
  }

  /// Whether it may be on the flat-rate scheme of VAT: it was when it registered, and the service does not say
  /// whether it has left the scheme since.
  public var mayBeOnFlatRate: Bool { beganOnFlatRate ?? false }

  /// Whether it is in Northern Ireland, where goods and services of the EC are reported after 2020 too.
  public var isInNorthernIreland: Bool { reportsEC ?? false }

  /// The statuses for VAT reports that may be used for a day, in their order; none for a company elsewhere.
  ///
  /// - Parameters:
  ///   - day: the day.
  ///   - isSale: whether it is for something that the company sells.
  public func ecStatuses(on day: Day, forSale isSale: Bool) -> [ECStatus] {
    guard ratesElsewhere == nil else { return [] }
    return ECStatus.valid(on: day, inNorthernIreland: isInNorthernIreland)
      .filter { isSale || !$0.isOfSalesAlone }
  }

  // MARK: - Sales tax

  private static let usualRates: [ExactDecimal] = [20, 5, 0]

  /// The rates of a company elsewhere; nil if it is taxed by the rules of the United Kingdom.
  private var ratesElsewhere: [VATRate]? {
    guard !kind.isBritish, let taxRates else { return nil }
    return taxRates.compactMap { VATRate(percent: $0) }
  }

  /// When there is sales tax to tell: while the company is registered for VAT, or always for a company elsewhere
  /// that has rates, since such a tax has no registration here.
  public var taxation: VATRegistration {
    guard let ratesElsewhere else { return registration }
    return ratesElsewhere.isEmpty ? VATRegistration.none : VATRegistration.always
  }

  /// What can be told of the sales tax of a day, apart from an amount.
  public func vatChoices(on day: Day) -> VATChoices {
    if let ratesElsewhere { return .elsewhere(ratesElsewhere) }
    let rates = (taxRates ?? Self.usualRates).compactMap { VATRate(percent: $0) }
    return .inUnitedKingdom(rates, on: day)
  }

  /// The VAT that is usual for a category; nil if none is, or the company is elsewhere: the words of categories
  /// mean rates of the United Kingdom.
  public func usualVAT(of category: BookCategory?) -> VATTreatment? {
    ratesElsewhere == nil ? category?.vat : nil
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
