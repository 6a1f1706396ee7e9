import Foundation
import ServiceBasics
import Testing

struct RetryAfterTests {
  @Test(arguments: [
    ("Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37.000Z"),
    ("Sunday, 06-Nov-94 08:49:37 GMT", "1994-11-06T08:49:37.000Z"),
    ("Sun Nov  6 08:49:37 1994", "1994-11-06T08:49:37.000Z"),
    ("Fri, 20 Nov 2026 12:00:05 GMT", "2026-11-20T12:00:05.000Z"),
    ("Friday, 20-Nov-26 12:00:05 GMT", "2026-11-20T12:00:05.000Z"),
  ])
  func `all three forms of a date are read`(_ text: String, _ time: String) throws {
    #expect(RetryAfter(text) == .date(try #require(Timestamp(time))))
  }

  @Test(arguments: ["0", "7", " 120 "])
  func `seconds are read`(_ text: String) throws {
    let seconds = try #require(Int64(text.filter(\.isNumber)))
    #expect(RetryAfter(text) == .seconds(seconds))
  }

  @Test(arguments: [
    "", "-1", "1.5", "soon", "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 CET",
    "06 Nov 1994", "Sun, 06 Now 1994 08:49:37 GMT",
  ])
  func `anything else is not`(_ text: String) {
    #expect(RetryAfter(text) == nil)
  }

  @Test func `more seconds than fit are for ever`() throws {
    let wait = try #require(RetryAfter("99999999999999999999"))
    #expect(wait.seconds(from: Date()) > 1e15)
  }

  @Test func `what is written is read again`() throws {
    for text in ["17", "Sun, 06 Nov 1994 08:49:37 GMT", "Thu, 01 Jan 1970 00:00:00 GMT"] {
      #expect(try #require(RetryAfter(text)).description == text)
    }
  }

  @Test func `a date is so many seconds away, and never in the past`() throws {
    let noon = Date(timeIntervalSince1970: 1_794_268_800)
    let time = Timestamp(milliseconds: 1_794_268_805_000)
    #expect(RetryAfter.date(time).seconds(from: noon) == 5)
    #expect(RetryAfter.date(time).seconds(from: noon.addingTimeInterval(9)) == 0)
  }
}
