import Days
import Flowline
import Money

/// Who applies.
struct Person: Codable, Hashable, Sendable {
  let name: String
  var userName: String
  let birthday: Day
}

/// Where the customer pays taxes.
struct Residence: Codable, Hashable, Sendable {
  /// A code of ISO 3166-1.
  let country: String
  /// Capitals and digits without what separates them; nil in the registry's own country.
  let taxNumber: String?
}

/// What the account is for.
enum Purpose: String, Codable, CaseIterable, Sendable {
  case salary, bills, saving, travel, business
}

/// What the customer means to do with the account.
struct Plans: Codable, Hashable, Sendable {
  let household: Int
  let purposes: [Purpose]
  let income: Money
  /// The part of the income to put by, in percent.
  let share: String
  let remarks: String
}

/// All that is needed to open an account but the password.
struct Application: Codable, Hashable, Sendable {
  var person: Person
  let residence: Residence
  let plans: Plans
  let document: KeptFile?
}

/// An account that was opened.
struct OpenedAccount: Codable, Hashable, Sendable {
  let number: String
  let userName: String
}
