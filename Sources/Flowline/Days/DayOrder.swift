/// The order in which the parts of a date in digits were read.
package enum DayOrder: String, Sendable {
  case dayFirst = "day-first"
  case monthFirst = "month-first"
  case yearFirst = "year-first"
}
