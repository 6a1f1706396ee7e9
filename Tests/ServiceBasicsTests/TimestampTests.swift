import FoundationEssentials
import ServiceBasics
import Testing

struct TimestampTests {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000Z"),
    (-1, "1969-12-31T23:59:59.999Z"),
    (951_782_400_000, "2000-02-29T00:00:00.000Z"),
    (1_795_176_000_123, "2026-11-20T12:00:00.123Z"),
    (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
    (-62_135_596_800_000, "0001-01-01T00:00:00.000Z"),
  ])
  func `writes exactly three fraction digits and reads them back`(
    milliseconds: Int64, text: String
  ) {
    let timestamp = Timestamp(milliseconds: milliseconds)
    #expect(timestamp.description == text)
    #expect(Timestamp(text) == timestamp)
    #expect(Timestamp(timestamp.date) == timestamp)
  }

  @Test(arguments: [
    ("2026-11-20T12:00:00Z", "2026-11-20T12:00:00.000Z"),
    ("2026-11-20T12:00:00.1Z", "2026-11-20T12:00:00.100Z"),
    ("2026-11-20T12:00:00.123999+00:00", "2026-11-20T12:00:00.123Z"),
    ("2026-11-20T12:00:00.5+05:30", "2026-11-20T06:30:00.500Z"),
    ("2026-01-01t00:30:00z", "2026-01-01T00:30:00.000Z"),
    ("2026-01-01T00:30:00+01:00", "2025-12-31T23:30:00.000Z"),
    ("2026-11-10T00:00:00.123456789Z", "2026-11-10T00:00:00.123Z"),
    ("2026-11-10T00:30:00-05:30", "2026-11-10T06:00:00.000Z"),
    ("2024-02-29T23:59:59.999Z", "2024-02-29T23:59:59.999Z"),
  ])
  func `reads any fraction and any offset`(text: String, expected: String) throws {
    #expect(try #require(Timestamp(text)).description == expected)
  }

  @Test(arguments: [
    "", "2026-11-20", "2026-11-20T12:00:00", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z",
    "2026-11-20T24:00:00Z", "2026-11-20T12:60:00Z", "2026-11-20T12:00:60Z",
    "2026-11-20T12:00:00.Z", "2026-11-20T12:00:00Zx", "2026-11-20 12:00:00Z",
    "2026-11-20T12:00:00+1:00", "0000-01-01T00:00:00Z", "1900-02-29T00:00:00Z",
    "२०२६-11-20T12:00:00Z", "2026-02-30T00:00:00Z", "2026-11-10T00:00:00Zulu", "soon",
    "2026-11-10T00:00:00+0100", "2026-11-10T00:00:00+25:00", "2026-11-10T00:00:00.1234",
    "20261110T000000Z", "2026-11-10T00:30:00 01:00",
  ])
  func `does not read what is no time`(text: String) {
    #expect(Timestamp(text) == nil)
  }

  @Test func `agrees with Foundation about every day of four centuries`() throws {
    var day = Date(timeIntervalSince1970: -5_000_000_000)
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    for _ in 0..<146_500 {
      let text = Timestamp(day).description
      try #require(text == day.formatted(style))
      day += 86_400
    }
  }

  @Test func `cuts to the millisecond, and keeps whole milliseconds`() throws {
    let start = try #require(Timestamp("2026-11-20T12:00:00.000Z"))
    for milliseconds in Int64(0)..<5000 {
      let whole = Timestamp(milliseconds: start.milliseconds + milliseconds)
      try #require(Timestamp(whole.date) == whole)
      try #require(Timestamp(whole.date + 0.0004) == whole)
      try #require(Timestamp(whole.date + 0.0009) == whole)
    }
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300, -1e300])
  func `holds dates beyond the years of the format to their ends`(seconds: Double) {
    let timestamp = Timestamp(Date(timeIntervalSinceReferenceDate: seconds))
    #expect(Timestamp(timestamp.description) == timestamp)
  }
}
