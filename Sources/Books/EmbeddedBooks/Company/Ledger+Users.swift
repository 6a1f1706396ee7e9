import Books
import FreeAgentAPI
import GRDB
import Money

extension Ledger {
  private static let columns: Set<String> = ["email", "role", "permission_level"]

  /// The user of a request, who must have a level.
  ///
  /// - Throws: 401 if there is no such user, 403 if the level is less.
  func caller(
    _ id: FreeAgent.Identifier<FreeAgent.User>, needing level: FreeAgent.PermissionLevel
  ) throws -> Caller {
    guard let id = Int64(id.description),
      let row = try row("SELECT level FROM user WHERE id = ? AND NOT isHidden", [id])
    else { throw FreeAgent.Failure.unknownUser }
    let caller = Caller(id: id, level: FreeAgent.PermissionLevel(rawValue: row["level"]))
    guard caller.level >= level else { throw FreeAgent.Failure.denied }
    return caller
  }

  /// The users, hidden ones left out, in the order of their ids.
  package func users() throws -> [BooksUser] {
    try rows("SELECT * FROM user WHERE NOT isHidden ORDER BY id").map { row in
      BooksUser(
        id: FreeAgent.Identifier(Int(row["id"] as Int64)), name: name(ofUser: row),
        email: row["email"], role: FreeAgent.Role(rawValue: row["role"]),
        level: FreeAgent.PermissionLevel(rawValue: row["level"]))
    }
  }

  /// The addresses from which documents can be sent, such as `Ada Example <ada@example.com>`.
  func verifiedSenders() throws -> [String] {
    try rows("SELECT * FROM user WHERE isVerified AND NOT isHidden ORDER BY id").map { row in
      "\(name(ofUser: row)) <\(row["email"] as String)>"
    }
  }

  /// How a user is called: by both names.
  func name(ofUser row: Row) -> String {
    let user = FreeAgent.User(details: row) { _ in }
    return [user.firstName, user.lastName].compactMap(\.self).joined(separator: " ")
  }

  func user(_ id: Int64) throws -> FreeAgent.User { try user(try found(.user, id)) }

  private func user(_ row: Row) throws -> FreeAgent.User {
    try FreeAgent.User(details: row) { user in
      user.url = link(row["id"] as Int64)
      user.email = row["email"]
      user.role = FreeAgent.Role(rawValue: row["role"])
      user.permissionLevel = FreeAgent.PermissionLevel(rawValue: row["level"])
      user.hidden = row["isHidden"]
      user.openingMileage = user.openingMileage ?? 0
      user.currentPayrollProfile = try currentPayrollProfile(of: row["id"])
      user.createdAt = row.time("createdAt")
      user.updatedAt = row.time("updatedAt")
    }
  }

  func users(
    _ filter: FreeAgent.UserFilter, _ page: FreeAgent.PageRequest
  ) throws -> Page<FreeAgent.User> {
    var selection = Selection(.user, order: "id")
    try selection.narrow(to: filter.view, Self.views)
    return try self.page(of: selection, page).map(user)
  }

  private static let views: [FreeAgent.UserView: String] = [
    .all: "true", .staff: "role <> 'Accountant'",
    .activeStaff: "role <> 'Accountant' AND NOT isHidden", .advisors: "role = 'Accountant'",
    .activeAdvisors: "role = 'Accountant' AND NOT isHidden",
  ]

  func add(_ new: FreeAgent.User) throws -> FreeAgent.User {
    try new.validate(isNew: true)
    guard let email = new.email, let role = new.role else { throw FreeAgent.Failure.blank("email") }
    try requireFree(email: email)
    try require(role)
    try requireValid(openingMileage: new.openingMileage)
    let id = try insert(
      .user,
      [
        "level": try level(new) ?? 0, "role": role.rawValue, "email": email,
        "details": Details(new.details(without: Self.columns)),
      ])
    return try user(id)
  }

  func change(user id: Int64, by changes: FreeAgent.User) throws -> FreeAgent.User {
    let row = try found(.user, id)
    try changes.validate(isNew: false)
    let old = row["details"] as Details
    if let email = changes.email { try requireFree(email: email, but: id) }
    try requireValid(openingMileage: changes.openingMileage)
    var columns: Columns = [
      "details": Details(changes.details(over: old.members, without: Self.columns))
    ]
    if let role = changes.role, role.rawValue != row["role"] as String {
      try require(role)
      columns["role"] = role.rawValue
    }
    if let level = try level(changes) { columns["level"] = level }
    if let email = changes.email {
      columns["email"] = email
      // Nobody has verified a new address.
      if EmailAddress(email).flatMap({ EmailAddress(row["email"])?.isSame(as: $0) }) != true {
        columns["isVerified"] = false
      }
    }
    // Whose return for Self Assessment locks the accounts goes by the role.
    try movingLocks { try update(.user, id, columns) }
    try payMileageOfFirstYear(of: id)
    return try user(id)
  }

  /// Checks that nobody has driven less than nothing, which would raise the limit of a year.
  private func requireValid(openingMileage miles: ExactDecimal?) throws {
    guard let miles, miles.isNegative || miles > 1_000_000 else { return }
    throw FreeAgent.Failure.invalid("opening_mileage", "must be from 0 to 1000000")
  }

  /// Hides a user, as what the user did stays in the books.
  func delete(user id: Int64, by caller: Caller) throws {
    _ = try found(.user, id)
    guard id != caller.id else {
      throw FreeAgent.Failure.unprocessable("You can't delete yourself")
    }
    try update(.user, id, ["isHidden": true])
  }

  private func level(_ user: FreeAgent.User) throws -> Int? {
    guard let level = user.permissionLevel?.rawValue else { return nil }
    guard 0...8 ~= level else {
      throw FreeAgent.Failure.invalid("permission_level", "is not included in the list")
    }
    return level
  }

  /// Checks that the company has a role.
  ///
  /// Source: the page “Users”, which names the roles that sole traders lack, and no others.
  private func require(_ role: FreeAgent.Role) throws {
    var roles: Set<FreeAgent.Role> = [.owner, .employee, .accountant]
    if try companyFacts().kind != .soleTrader {
      roles.formUnion([.director, .partner, .companySecretary, .shareholder])
    }
    guard roles.contains(role) else {
      throw FreeAgent.Failure.invalid("role", "is not included in the list")
    }
  }

  /// Checks that no other user has an address, in whatever case.
  private func requireFree(email: String, but user: Int64 = 0) throws {
    guard try !exists("SELECT 1 FROM user WHERE email = ? AND id <> ?", [email, user]) else {
      throw FreeAgent.Failure.invalid("email", "has already been taken")
    }
  }
}
