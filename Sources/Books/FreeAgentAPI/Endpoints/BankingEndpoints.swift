// What each request declares is explained once, at `FreeAgent.Endpoint`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Days
public import FoundationEssentials
public import ServiceBasics

extension FreeAgent {
  /// Imports a statement; the transactions are there some time after the answer.
  ///
  /// It is a list of lines, or the text of a file that a bank gives out. A line with day, amount and text of a
  /// transaction that is there is left out, so that it may be sent again.
  ///
  /// Source: the page “Bank Transactions”.
  public struct UploadStatement: Endpoint {
    public typealias Answer = Nothing

    public static let method = Method.post
    public static let route = "/v2/bank_transactions/statement"
    public static let level = PermissionLevel.banking

    /// The member of the body.
    public static let key = "statement"

    /// The account that the statement is of.
    public let account: Link<BankAccount>
    /// The lines, or the file.
    public let contents: Contents

    /// A statement as it may be sent.
    public enum Contents: Sendable, Hashable {
      /// Lines, one for each transaction.
      case lines([StatementLine])
      /// The text of a file: OFX, QIF, or CSV with day, amount and text.
      case file(String)
    }

    /// Makes the request for lines.
    public init(_ lines: [StatementLine], to account: Link<BankAccount>) {
      self.account = account
      contents = .lines(lines)
    }

    /// Makes the request for a file.
    ///
    /// - Parameters:
    ///   - text: the contents of the file: OFX, QIF, or CSV with day, amount and text.
    ///   - account: the account.
    public init(file text: String, to account: Link<BankAccount>) {
      self.account = account
      contents = .file(text)
    }

    public var isRepeatable: Bool { true }

    public var query: [FormItem] { [FormItem("bank_account", account.url)] }

    public var body: JSON? {
      switch contents {
      case .lines(let lines): .object([Self.key: lines.member])
      case .file(let text): .object([Self.key: .text(text)])
      }
    }

    /// The file, as the page has it sent: as a form.
    public var file: FormFile? {
      guard case .file(let text) = contents else { return nil }
      return FormFile(
        Self.key, named: "statement.\(Self.fileExtension(of: text))", Data(text.utf8))
    }

    /// How the names of such files end: a service may tell their kinds by it.
    private static func fileExtension(of text: String) -> String {
      let start = text.prefix(4096).uppercased()
      if start.contains("<OFX") || start.contains("OFXHEADER") { return "ofx" }
      return start.contains("!TYPE") ? "qif" : "csv"
    }
  }

  /// The rates of VAT of a country of the EC on a day.
  ///
  /// Source: the page “Sales Tax”.
  public struct GetPlaceOfSupplyRates: Endpoint {
    public static let method = Method.get
    public static let route = "/v2/ec_moss/sales_tax_rates"
    public static let level = PermissionLevel.time

    /// The member of the answer.
    public static let key = "sales_tax_rates"

    /// The country, by its name in English.
    public let country: String
    /// The day for which the rates are wanted.
    public let day: Day

    /// Makes the request.
    public init(country: String, day: Day) {
      self.country = country
      self.day = day
    }

    public var query: [FormItem] {
      [FormItem("country", country), FormItem("date", day.description)]
    }

    public static func answer(from body: Data) throws -> Batch<PlaceOfSupplyRate> {
      try Batch(from: body, key: key)
    }

    /// The countries that may be a place of supply.
    public static let countries = [
      "Austria", "Belgium", "Bulgaria", "Croatia", "Cyprus", "Czech Republic", "Denmark", "Estonia",
      "Finland", "France", "Germany", "Greece", "Hungary", "Ireland", "Italy", "Latvia",
      "Lithuania",
      "Luxembourg", "Malta", "Netherlands", "Poland", "Portugal", "Romania", "Slovakia", "Slovenia",
      "Spain", "Sweden",
    ]
  }
}
