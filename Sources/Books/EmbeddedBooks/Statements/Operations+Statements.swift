import FoundationEssentials
import FreeAgentAPI
import Money
import ServiceBasics

extension Operations {
  static let statements: [Operation] = [
    .doing(FreeAgent.UploadStatement.self, bodyLimit: Operation.fileBodyLimit) { call, ledger in
      let link = call.parameter("bank_account").map {
        FreeAgent.Link<FreeAgent.BankAccount>(url: $0)
      }
      let account = try ledger.accountID(link)
      let currency = try ledger.currency(ofAccount: account)
      try ledger.take(try call.statement(of: currency), into: account)
    },
    .answering(FreeAgent.GetPlaceOfSupplyRates.self) { call, _ in
      guard let country = call.parameter("country"),
        FreeAgent.GetPlaceOfSupplyRates.countries.contains(country)
      else { throw FreeAgent.Failure.badRequest("country is invalid") }
      // The rates are the same on every day, which must be one all the same.
      _ = try call.day("date")
      return .object([
        FreeAgent.GetPlaceOfSupplyRates.key: PlaceOfSupply.rates(in: country).member,
        "ec_tax_name": "VAT".member,
      ])
    },
  ]
}

extension Call {
  /// The lines of the statement in the body: of a list, or of a file.
  ///
  /// Source: FreeAgent API documentation, “Bank Transactions”, for 400 and 406.
  ///
  /// - Throws: 406 if there is no statement, it is empty, or a file cannot be read; 400 if a line of a list
  ///   cannot.
  fileprivate func statement(of currency: Currency) throws -> [FreeAgent.StatementLine] {
    if let file = try statementFile {
      do throws(StatementProblem) {
        return try StatementFile.lines(in: file, of: currency)
      } catch {
        throw error.failure
      }
    }
    guard let list = try list(FreeAgent.UploadStatement.key), !list.isEmpty else {
      throw FreeAgent.Failure.unreadableStatement
    }
    guard list.count <= StatementFile.largestCount else {
      throw FreeAgent.Failure.badRequest(
        "The statement has more than \(StatementFile.largestCount) transactions")
    }
    return try list.enumerated().map { index, member in
      let line: FreeAgent.StatementLine = try Self.record(
        member, named: FreeAgent.UploadStatement.key)
      if let problem = line.problem {
        throw FreeAgent.Failure.badRequest("Line \(index + 1): \(problem)")
      }
      return line
    }
  }

  /// The file in the body: a part of a form, a field of one, or a text; nil if it is a list.
  private var statementFile: Data? {
    get throws {
      let (key, type) = (FreeAgent.UploadStatement.key, content.type ?? "")
      if type.lowercased().hasPrefix(MultipartForm.type) {
        guard let file = MultipartForm(content.bytes, type: type)?[key] else {
          throw FreeAgent.Failure.unreadableStatement
        }
        return file
      }
      if case .success(let json) = body {
        guard case .object(let object) = json, case .text(let text)? = object[key] else {
          return nil
        }
        return Data(text.utf8)
      }
      guard type.lowercased().hasPrefix("application/x-www-form-urlencoded") else { return nil }
      let form = FormItem.items(in: String(decoding: content.bytes, as: UTF8.self))
      guard let text = form[key] else { throw FreeAgent.Failure.unreadableStatement }
      return Data(text.utf8)
    }
  }
}

extension FreeAgent.StatementLine {
  /// What is wrong with it: its day or its amount; nil if nothing is.
  fileprivate var problem: String? {
    let field = Self.schema.fields.datedOn
    switch presence(of: \.datedOn) {
    case .value: break
    case .absent, .null: return "\(field.name) can't be blank"
    case .unreadable(let value):
      return "\(field.name) \(field.dateProblem(with: value) ?? "is not valid")"
    }
    switch members["amount"] {
    // The service passes over amounts that are texts.
    case nil, .null?, .number?, .text?: return nil
    default: return "amount is not a number"
    }
  }
}
