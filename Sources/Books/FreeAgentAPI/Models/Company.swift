// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Days
public import Money
public import ServiceBasics

extension FreeAgent {
  /// The company of the account.
  ///
  /// Source: the page “Company”.
  public struct Company: Resource {
    public static let schema = Schema(Fields())
    public static let collections = ["company"]
    public static let key = "company"
    public static let level = PermissionLevel.time

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// Its address, which has no id.
      public let url = Field<Link<Company>>("url", .readOnly)
      /// Its number; a number in answers, a text in the page’s example.
      public let id = Field<String>("id", .readOnly)
      /// What the company is called.
      public let name = Field<String>("name")
      /// What its address in the web application begins with.
      public let subdomain = Field<String>("subdomain", .readOnly)
      /// What kind of company it is.
      public let type = Field<CompanyType>("type")
      /// Its own currency, three letters of ISO 4217.
      public let currency = Field<String>("currency")
      /// In what it measures distances.
      public let mileageUnits = Field<MileageUnits>("mileage_units")
      /// The first day of the company.
      public let companyStartDate = Field<Day>("company_start_date")
      /// The first day of its trade.
      public let tradingStartDate = Field<Day>("trading_start_date")
      /// The last day of its first accounting year.
      public let firstAccountingYearEnd = Field<Day>("first_accounting_year_end")
      /// The day from which its books are here.
      public let freeagentStartDate = Field<Day>("freeagent_start_date")
      /// Its accounting years.
      public let annualAccountingPeriods = Field<[AccountingPeriod]>(
        "annual_accounting_periods", .readOnly)
      /// The first line of the address.
      public let address1 = Field<String>("address1")
      /// The second line.
      public let address2 = Field<String>("address2")
      /// The third line.
      public let address3 = Field<String>("address3")
      /// The town.
      public let town = Field<String>("town")
      /// The county or region.
      public let region = Field<String>("region")
      /// The postcode.
      public let postcode = Field<String>("postcode")
      /// The country, in words.
      public let country = Field<String>("country")
      /// Its number in the register of companies.
      public let companyRegistrationNumber = Field<String>("company_registration_number")
      /// Its e-mail address.
      public let contactEmail = Field<String>("contact_email")
      /// Its telephone number.
      public let contactPhone = Field<String>("contact_phone")
      /// Its website.
      public let website = Field<String>("website")
      /// What it does, in words.
      public let businessType = Field<String>("business_type")
      /// What it does, by the list of the API.
      public let businessCategory = Field<String>("business_category")
      /// How it writes days: `dd mmm yy`, `dd-mm-yyyy`, `mm/dd/yyyy`, `yyyy-mm-dd`.
      public let shortDateFormat = Field<String>("short_date_format")
      /// What its sales tax is called, such as VAT.
      public let salesTaxName = Field<String>("sales_tax_name")
      /// Whether it is registered.
      public let salesTaxRegistrationStatus = Field<SalesTaxRegistrationStatus>(
        "sales_tax_registration_status")
      /// Its number for VAT.
      public let salesTaxRegistrationNumber = Field<String>("sales_tax_registration_number")
      /// From when it is registered.
      public let salesTaxEffectiveDate = Field<Day>("sales_tax_effective_date")
      /// The rates that it charges, in per cent.
      public let salesTaxRates = Field<[ExactDecimal]>("sales_tax_rates")
      /// Whether its sales tax is a value-added tax.
      public let salesTaxIsValueAdded = Field<Bool>("sales_tax_is_value_added")
      /// Whether it takes part in the Construction Industry Scheme.
      public let cisEnabled = Field<Bool>("cis_enabled")
      /// Whether it does as a subcontractor.
      public let cisSubcontractor = Field<Bool>("cis_subcontractor")
      /// Whether it does as a contractor.
      public let cisContractor = Field<Bool>("cis_contractor")
      /// The members that can no longer be changed.
      public let lockedAttributes = Field<[String]>("locked_attributes", .readOnly)
      /// The last day of its first VAT return.
      public let vatFirstReturnPeriodEndsOn = Field<Day>("vat_first_return_period_ends_on")
      /// When VAT was due at first.
      public let initialVATBasis = Field<VATBasis>("initial_vat_basis")
      /// Whether it began on the flat-rate scheme.
      public let initiallyOnFRS = Field<Bool>("initially_on_frs")
      /// Its kind of business under that scheme.
      public let initialVATFRSType = Field<String>("initial_vat_frs_type")
      /// From when it is no longer registered.
      public let salesTaxDeregistrationEffectiveDate = Field<Day>(
        "sales_tax_deregistration_effective_date")
      /// What its second sales tax is called.
      public let secondSalesTaxName = Field<String>("second_sales_tax_name")
      /// The rates of that, in per cent.
      public let secondSalesTaxRates = Field<[ExactDecimal]>("second_sales_tax_rates")
      /// Whether that is charged on the first tax too.
      public let secondSalesTaxIsCompound = Field<Bool>("second_sales_tax_is_compound")
      /// Its language; in answers, not in the page.
      public let locale = Field<String>("locale", .readOnly)
      /// Whether it reports EC VAT; in answers, not in the page.
      public let ecVATReportingEnabled = Field<Bool>("ec_vat_reporting_enabled", .readOnly)
      /// Whether purchases may have the automatic rate; in answers, not in the page.
      public let supportsAutoSalesTaxOnPurchases = Field<Bool>(
        "supports_auto_sales_tax_on_purchases", .readOnly)
      /// When it was made.
      public let createdAt = Field<Timestamp>("created_at", .readOnly)
      /// When it last changed.
      public let updatedAt = Field<Timestamp>("updated_at", .readOnly)
    }
  }
}

extension FreeAgent {
  /// An accounting year.
  ///
  /// Source: the page “Company”.
  public struct AccountingPeriod: Record {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// The first day.
      public let startsOn = Field<Day>("starts_on")
      /// The last day.
      public let endsOn = Field<Day>("ends_on")
    }
  }
}
