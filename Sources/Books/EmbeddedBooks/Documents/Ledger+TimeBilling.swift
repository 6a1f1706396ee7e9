import Days
import FreeAgentAPI
import GRDB
import Money

/// How timeslips are put together into lines of an invoice.
///
/// Source: the page “Invoices” for the words.
private enum TimeGrouping: String {
  case together = "billed_grouped_by_single_timeslip"
  case apart = "billed_grouped_by_timeslip"
  case byTask = "billed_grouped_by_timeslip_task"
  case byDay = "billed_grouped_by_timeslip_date"
}

/// A timeslip that a customer pays for.
private struct BillableTime {
  let id: Int64
  let day: Day
  let task: Int64
  let taskName: String
  let comment: String?
  /// Hours or days, as the task is billed.
  let unit: FreeAgent.ItemType
  let quantity: ExactDecimal
  /// What one of them costs.
  let price: ExactDecimal
}

extension Ledger {
  /// Bills the time of projects that is not billed yet, up to the day of the invoice.
  ///
  /// Tasks that are not billable are left out, and so is time that is being recorded. The page does not say
  /// what the lines are called.
  ///
  /// Source: the page “Invoices”; the support article “How to add recorded time to an invoice”.
  ///
  /// - Parameters:
  ///   - word: the word of `include_timeslips`.
  ///   - ids: the projects.
  ///   - invoice: the invoice.
  func billTime(_ word: String, of ids: [Int64], on invoice: Int64) throws {
    guard let grouping = TimeGrouping(rawValue: word) else {
      throw FreeAgent.Failure.invalid("include_timeslips", "is not included in the list")
    }
    let row = try found(.document, invoice)
    let projects = try ids.map { try (id: $0, facts: project($0)) }
    let name = projects.map { $0.facts.name ?? "Time" }.joined(separator: ", ")
    do {
      let times = try projects.flatMap { try unbilledTime(of: $0.id, $0.facts, on: row) }
      var groups: [[BillableTime]] = []
      var places: [String: Int] = [:]
      for time in times.sorted(by: { ($0.day, $0.id) < ($1.day, $1.id) }) {
        let key = key(of: time, grouping)
        if let place = places[key] {
          groups[place].append(time)
        } else {
          places[key] = groups.count
          groups.append([time])
        }
      }
      let lines = try groups.map { times in
        try line(of: times, title(of: times[0], grouping, name))
      }
      try write(lines, on: invoice)
    } catch is MoneyError {
      throw FreeAgent.Failure.unprocessable("The total is too large")
    }
  }

  private func unbilledTime(
    of id: Int64, _ project: FreeAgent.Project, on invoice: Row
  ) throws -> [BillableTime] {
    let currency = try project.currency.flatMap(Currency.init) ?? companyFacts().currency
    let slips = try rows(
      """
      SELECT * FROM timeslip
      WHERE project = ? AND day <= ? AND invoiceItem IS NULL AND timerStartedAt IS NULL
      ORDER BY day, id
      """, [id, invoice["day"] as String])
    return try slips.compactMap { row in
      let task = try self.task(row["task"])
      guard task.isBillable ?? true else { return nil }
      let hours = ExactDecimal(row["hours"] as String) ?? 0
      let isByDay = task.billingPeriod == "day"
      return BillableTime(
        id: row["id"], day: row.day("day") ?? today, task: row["task"], taskName: task.name ?? "",
        comment: Timeslip(details: row) { _ in }.comment, unit: isByDay ? .days : .hours,
        quantity: isByDay ? try hours.divided(by: project.dayLength, fractionDigits: 4) : hours,
        price: try price(task.billingRate ?? 0, in: currency, on: invoice))
    }
  }

  private func key(of time: BillableTime, _ grouping: TimeGrouping) -> String {
    switch grouping {
    case .together: ""
    case .apart: "\(time.id)"
    case .byTask: "\(time.task)"
    case .byDay: time.day.description
    }
  }

  private func title(
    of time: BillableTime, _ grouping: TimeGrouping, _ project: String
  ) -> String {
    switch grouping {
    case .together: project
    case .apart:
      "\(time.day.short): \(time.taskName)" + (time.comment.map { " – \($0)" } ?? "")
    case .byTask: time.taskName
    case .byDay: time.day.short
    }
  }

  /// One line for times: hours or days if all have the same price, or else their sum.
  private func line(of times: [BillableTime], _ title: String) throws -> BillingLine {
    let first = times[0]
    let isUniform = times.allSatisfy { $0.unit == first.unit && $0.price == first.price }
    let item = try FreeAgent.InvoiceItem {
      $0.description = title
      if isUniform {
        $0.itemType = first.unit
        $0.quantity = try ExactDecimal.sum(of: times.map(\.quantity))
        $0.price = first.price
      } else {
        $0.quantity = 1
        $0.price = try ExactDecimal.sum(
          of: times.map { try $0.quantity.multiplied(by: $0.price).rounded(fractionDigits: 2) })
      }
    }
    return BillingLine(item: item, rows: times.map { (table: Table.timeslip, id: $0.id) })
  }
}

extension FreeAgent.Project {
  /// How many hours a day of work in it has.
  var dayLength: ExactDecimal { self.hoursPerDay.flatMap { $0.isZero ? nil : $0 } ?? 8 }
}
