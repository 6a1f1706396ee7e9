/// Why a text is not a day, as data to put into words.
package struct DayProblem: Error, Hashable {
  /// What is wrong.
  package let reason: Reason

  /// The characters at fault, counted from 0; nil for an empty text.
  ///
  /// Always within the text.
  package let range: Range<Int>?

  init(_ reason: Reason, at range: Range<Int>?) {
    self.reason = reason
    self.range = range
  }
}

extension DayProblem {
  /// What is wrong with a text, with the words and digits at fault as they were typed.
  package enum Reason: Hashable, Sendable {
    /// There is nothing but white space.
    case empty
    /// Dates do not have this word. It may be mistyped for one of ``DayReader/words``.
    case unknownWord(String)
    /// The number or the mark is not part of a date.
    case unknownMark(String)
    /// What was typed beside it is a date already.
    case surplus(String)
    /// Every word is one that dates have, but together they are no date.
    case unclear(String)
    /// The day of the month is missing.
    case noDay
    /// The month is missing.
    case noMonth
    /// No month has a day of this number.
    case noSuchDay(String)
    /// There are no days, weeks, months or years beside a word such as `in` or `ago`.
    case noSpan(beside: String)
    /// There is no such month, in the order that the parts were read in.
    case month(String, DayOrder)
    /// There is no such month, but the parts would fit the other way round: `2026-11-20`, or `20-11`, in
    /// the order that was read, if no year was typed. The same reader reads that.
    case swapped(String, DayOrder, meant: String)
    /// The month is shorter.
    case tooManyDays(String, length: Int, month: Int, year: Int?)
    /// The year does not have four digits; the year that is meant is nil if nothing tells.
    case shortYear(String, meant: String?)
    /// The date is another day of the week.
    case weekday(String, Day)
    /// The words may mean several days; the earliest is first.
    case several(String, [Day])
    /// The day is not in the years 1 to 9999.
    case outsideCalendar
  }
}
