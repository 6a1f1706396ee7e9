import Days
import FreeAgentAPI
import GRDB
import Money

extension SampleWriter {
  /// The work on the website: what its first part took is billed on invoice 3, what came after is not.
  func writeTime() throws {
    let design = try writeTask("Design", rate: "75")
    let meetings = try writeTask("Meetings", rate: "60")
    let line = try ledger.value(
      Int64.self, "SELECT id FROM documentItem WHERE document = 3 ORDER BY id")
    // Two days of eight hours are the £1,200 of that invoice.
    try write(8, of: 1, on: design, 24, "Layout of the first pages", billedOn: line)
    try write(8, of: 4, on: design, 23, "Photographs and colours", billedOn: line)
    try write(6, of: 1, on: design, 12, "Sketches of the shop")
    try write(7, of: 4, on: design, 5, "Icons")
    try write(2, of: 1, on: meetings, 4, "What the shop is to sell")
  }

  /// A kind of work on the website.
  private func writeTask(_ name: String, rate: String) throws -> Int64 {
    try books(200).insert(
      .task,
      [
        "project": 1, "status": "Active",
        "details": Details([
          "name": .text(name), "is_billable": .flag(true), "billing_rate": .text("\(rate).0"),
          "billing_period": .text("hour"),
        ]),
      ])
  }

  private func write(
    _ hours: ExactDecimal, of user: Int64, on task: Int64, _ daysAgo: Int, _ comment: String,
    billedOn line: Int64? = nil
  ) throws {
    try books(daysAgo).insert(
      .timeslip,
      [
        "user": user, "project": 1, "task": task, "day": day(daysAgo).description,
        "hours": hours.description, "invoiceItem": line,
        "details": Details(["comment": .text(comment)]),
      ])
  }
}
