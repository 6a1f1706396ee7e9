import Days
import FreeAgentAPI
import GRDB
import Money
import ServiceBasics

/// The time that people spent on tasks.
extension Ledger {
  typealias Timeslip = FreeAgent.Timeslip

  /// What is kept in columns of its own.
  private static let columns: Set<String> = ["user", "project", "task", "dated_on", "hours"]

  func timeslip(
    _ id: Int64, seenBy caller: Caller, _ form: AnswerForm = .plain
  ) throws -> Timeslip {
    try timeslip(try row(ofTimeslip: id, seenBy: caller), form)
  }

  private func row(ofTimeslip id: Int64, seenBy caller: Caller) throws -> Row {
    let row = try found(.timeslip, id)
    try requireOwn(row["user"], caller)
    return row
  }

  /// Below the level for projects, people see and write their own time alone.
  private func requireOwn(_ user: Int64, _ caller: Caller) throws {
    guard caller.level >= .contacts || caller.id == user else { throw FreeAgent.Failure.denied }
  }

  private func timeslip(_ row: Row, _ form: AnswerForm) throws -> Timeslip {
    try Timeslip(details: row) { timeslip in
      timeslip.url = link(row["id"] as Int64)
      timeslip.user = link(row["user"] as Int64)
      timeslip.project = link(row["project"] as Int64)
      timeslip.task = link(row["task"] as Int64)
      if form.isNested {
        timeslip.members["user"] = try user(row["user"]).seen(at: form.level).member
        timeslip.members["project"] = try project(row["project"]).seen(at: form.level).member
        timeslip.members["task"] = try task(row["task"]).seen(at: form.level).member
      }
      let hours = ExactDecimal(row["hours"] as String) ?? 0
      timeslip.billedOnInvoice = try billingInvoice(of: row)
      timeslip.datedOn = row.day("day")
      timeslip.hours = hours
      if let started = row.time("timerStartedAt") {
        let recorded = try Self.milliseconds(of: hours)
        timeslip.timer = FreeAgent.TimeslipTimer {
          $0.running = true
          $0.startFrom = Timestamp(milliseconds: started.milliseconds - recorded)
        }
      }
      timeslip.createdAt = row.time("createdAt")
      timeslip.updatedAt = row.time("updatedAt")
    }
  }

  func timeslips(
    _ filter: FreeAgent.TimeslipFilter, _ page: FreeAgent.PageRequest, seenBy caller: Caller,
    _ form: AnswerForm
  ) throws -> Page<Timeslip> {
    var selection = Selection(.timeslip, order: "day DESC, id DESC")
    if caller.level < .contacts { selection.require("user", is: caller.id) }
    try selection.narrow(
      to: filter.view,
      [
        .all: "true", .unbilled: "invoiceItem IS NULL", .running: "timerStartedAt IS NOT NULL",
      ])
    selection.require(from: filter.fromDate, through: filter.toDate, since: filter.updatedSince)
    try selection.require("user", filter.user, self, .user)
    try selection.require("task", filter.task, self, .task)
    try selection.require("project", filter.project, self, .project)
    return try self.page(of: selection, page).map { try timeslip($0, form) }
  }

  func add(_ new: Timeslip, by caller: Caller, _ form: AnswerForm) throws -> Timeslip {
    try requireHours(of: new)
    let id = try insert(.timeslip, columns(of: new, over: [:], by: caller))
    return try timeslip(id, seenBy: caller, form)
  }

  func change(
    timeslip id: Int64, by changes: Timeslip, by caller: Caller, _ form: AnswerForm
  ) throws -> Timeslip {
    let row = try row(ofTimeslip: id, seenBy: caller)
    try requireUnbilled(row)
    try changes.validate(isNew: false)
    try requireHours(of: changes)
    var merged = try timeslip(row, .plain).withoutReadOnlyMembers
    merged.members.merge(changes.withoutReadOnlyMembers.members) { $1 }
    let old = row["details"] as Details
    try update(.timeslip, id, columns(of: merged, over: old.members, by: caller))
    return try timeslip(id, seenBy: caller, form)
  }

  func delete(timeslip id: Int64, by caller: Caller) throws {
    try requireUnbilled(try row(ofTimeslip: id, seenBy: caller))
    try delete(.timeslip, id)
  }

  private func requireUnbilled(_ row: Row) throws {
    guard (row["invoiceItem"] as Int64?) == nil else {
      throw FreeAgent.Failure.unprocessable(
        "This timeslip has been billed on an invoice and can't be changed")
    }
  }

  /// The columns of a timeslip that is whole.
  private func columns(
    of timeslip: Timeslip, over old: [String: FreeAgent.JSON], by caller: Caller
  ) throws -> Columns {
    try timeslip.validate(isNew: true)
    guard let user = try id(timeslip.user, in: .user) else {
      throw FreeAgent.Failure.blank("user")
    }
    try requireOwn(user, caller)
    guard let project = try id(timeslip.project, in: .project) else {
      throw FreeAgent.Failure.blank("project")
    }
    guard let task = try id(timeslip.task, in: .task) else {
      throw FreeAgent.Failure.blank("task")
    }
    guard try found(.task, task)["project"] as Int64 == project else {
      throw FreeAgent.Failure.invalid("task", "must belong to the project")
    }
    guard let day = timeslip.datedOn, let hours = timeslip.hours else {
      throw FreeAgent.Failure.blank("hours")
    }
    return [
      "user": user, "project": project, "task": task, "day": day.description,
      "hours": hours.description,
      "details": Details(timeslip.details(over: old, without: Self.columns)),
    ]
  }

  /// Checks the hours that a body has; a timer may have run for longer.
  private func requireHours(of timeslip: Timeslip) throws {
    guard let hours = timeslip.hours else { return }
    guard !hours.isNegative, hours <= 24 else {
      throw FreeAgent.Failure.invalid("hours", "must be between 0 and 24")
    }
  }

  // MARK: - Timers

  /// Starts the timer of a timeslip; one that runs already is left as it is.
  func startTimer(
    of id: Int64, by caller: Caller, _ form: AnswerForm = .plain
  ) throws -> Timeslip {
    let row = try row(ofTimeslip: id, seenBy: caller)
    try requireUnbilled(row)
    if row.time("timerStartedAt") == nil {
      try update(.timeslip, id, ["timerStartedAt": now.milliseconds])
    }
    return try timeslip(id, seenBy: caller, form)
  }

  /// Stops the timer of a timeslip, and adds its time to the hours, to hundredths of one.
  func stopTimer(
    of id: Int64, by caller: Caller, _ form: AnswerForm = .plain
  ) throws -> Timeslip {
    let row = try row(ofTimeslip: id, seenBy: caller)
    guard let started = row.time("timerStartedAt") else {
      throw FreeAgent.Failure.unprocessable("The timer is not running")
    }
    let elapsed = ExactDecimal(max(0, now.milliseconds - started.milliseconds))
    let hours = try (ExactDecimal(row["hours"] as String) ?? 0)
      .adding(elapsed.divided(by: Self.millisecondsOfHour, fractionDigits: 2))
    try update(.timeslip, id, ["timerStartedAt": nil, "hours": hours.description])
    return try timeslip(id, seenBy: caller, form)
  }

  private static let millisecondsOfHour: ExactDecimal = 3_600_000

  private static func milliseconds(of hours: ExactDecimal) throws -> Int64 {
    let exact = try hours.multiplied(by: millisecondsOfHour).rounded(fractionDigits: 0)
    return Int64(exact.description) ?? 0
  }
}
