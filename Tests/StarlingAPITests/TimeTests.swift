import Foundation
import StarlingAPI
import Testing

struct TimeTests {
  @Test(arguments: [
    ("2026-11-10T00:00:00.000Z", "2026-11-10T00:00:00.000Z"),
    ("2026-11-10T00:00:00Z", "2026-11-10T00:00:00.000Z"),
    ("2026-11-10T00:00:00.1Z", "2026-11-10T00:00:00.100Z"),
    ("2026-11-10T00:00:00.123456789Z", "2026-11-10T00:00:00.123Z"),
    ("2026-11-10T00:00:00.123456+00:00", "2026-11-10T00:00:00.123Z"),
    ("2026-11-10T00:30:00+01:00", "2026-11-09T23:30:00.000Z"),
    ("2026-11-10T00:30:00-05:30", "2026-11-10T06:00:00.000Z"),
    // A plus sign that was not encoded in a query.
    ("2026-11-10T00:30:00 01:00", "2026-11-09T23:30:00.000Z"),
    ("2026-11-10t00:00:00z", "2026-11-10T00:00:00.000Z"),
    ("2024-02-29T23:59:59.999Z", "2024-02-29T23:59:59.999Z"),
    ("1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"),
  ])
  func `a time is read in every form and written in one`(_ text: String, _ written: String) throws {
    let time = try #require(Starling.Time(text))
    #expect(time.description == written)
    #expect(Starling.Time(written) == time)
    #expect(try json([time]) == "[\"\(written)\"]")
  }

  @Test(arguments: [
    "", "2026-11-10", "2026-11-10T00:00:00", "2026-11-10T00:00:00.Z", "2026-02-30T00:00:00Z",
    "2025-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-11-10T24:00:00Z", "2026-11-10T00:60:00Z",
    "2026-11-10T00:00:00Zulu", "2026-11-10T00:00:00+0100", "2026-11-10T00:00:00+25:00",
    "2026-11-10T00:00:00.1234", "20261110T000000Z", "2026-11-10 00:00:00Z", "soon",
  ])
  func `what is no time is refused`(_ text: String) {
    #expect(Starling.Time(text) == nil)
    #expect(throws: DecodingError.self) {
      try decoded("[\"\(text)\"]", as: [Starling.Time].self)
    }
  }

  @Test func `every millisecond is written as it is read`() {
    for milliseconds in [-1, 0, 1, 999, 1000, 1_794_268_800_122, 1_794_268_800_123] as [Int64] {
      let time = Starling.Time(milliseconds: milliseconds)
      #expect(Starling.Time(time.description) == time)
    }
  }

  @Test func `times have an order`() {
    #expect(Starling.Time(milliseconds: 1) < Starling.Time(milliseconds: 2))
  }
}

struct RetryAfterTests {
  @Test(arguments: [
    ("Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37.000Z"),
    ("Sunday, 06-Nov-94 08:49:37 GMT", "1994-11-06T08:49:37.000Z"),
    ("Sun Nov  6 08:49:37 1994", "1994-11-06T08:49:37.000Z"),
    ("Fri, 20 Nov 2026 12:00:05 GMT", "2026-11-20T12:00:05.000Z"),
    ("Friday, 20-Nov-26 12:00:05 GMT", "2026-11-20T12:00:05.000Z"),
  ])
  func `all three forms of a date are read`(_ text: String, _ time: String) throws {
    #expect(Starling.RetryAfter(text) == .date(try #require(Starling.Time(time))))
  }

  @Test(arguments: ["0", "7", " 120 "])
  func `seconds are read`(_ text: String) throws {
    let seconds = try #require(Int64(text.filter(\.isNumber)))
    #expect(Starling.RetryAfter(text) == .seconds(seconds))
  }

  @Test(arguments: [
    "", "-1", "1.5", "soon", "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 CET",
    "06 Nov 1994", "Sun, 06 Now 1994 08:49:37 GMT",
  ])
  func `anything else is not`(_ text: String) {
    #expect(Starling.RetryAfter(text) == nil)
  }

  @Test func `more seconds than fit are for ever`() throws {
    let wait = try #require(Starling.RetryAfter("99999999999999999999"))
    #expect(wait.seconds(from: Date()) > 1e15)
  }

  @Test func `what is written is read again`() throws {
    for text in ["17", "Sun, 06 Nov 1994 08:49:37 GMT", "Thu, 01 Jan 1970 00:00:00 GMT"] {
      #expect(try #require(Starling.RetryAfter(text)).description == text)
    }
  }

  @Test func `a date is so many seconds away, and never in the past`() throws {
    let noon = Date(timeIntervalSince1970: 1_794_268_800)
    let time = Starling.Time(milliseconds: 1_794_268_805_000)
    #expect(Starling.RetryAfter.date(time).seconds(from: noon) == 5)
    #expect(Starling.RetryAfter.date(time).seconds(from: noon.addingTimeInterval(9)) == 0)
  }
}
