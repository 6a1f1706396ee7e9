import Days
import Flowline
import FoundationEssentials
import Testing

/// What lists tell of a session.
struct SessionWordsTests {
  private func session(_ lines: String) -> StoredSession {
    let record = """
      format 2
      flow expense 1
      locale en_GB Europe/London
      now 2026-11-28T12:00:00Z
      session 5e5510f1-0000-4000-8000-000000000001

      \(lines)

      """
    return StoredSession(
      UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)),
      record: Array(record.utf8), changed: Date(timeIntervalSince1970: 0), isInUse: false)
  }

  @Test func `what was typed is told in words, and no key of a choice`() throws {
    let session = session(
      """
      show claimant choice ["user-1","user-2"]
      answer claimant "user-1"
      show date date
      answer date "2026-11-28"
      show pets choices ["cat","dog"]
      answer pets ["cat"]
      show amount amount
      answer amount {"currency":"GBP","minorUnits":1234}
      show description text
      answer description "Lunch"
      """)
    #expect(session.isUnfinished && session.answers == 5)
    let day = try #require(Day("2026-11-28"))
    for environment in [FlowEnvironment.test, .russian] {
      let words = session.summary.answersInWords(in: environment)
      let date = DayText.long(day, locale: environment.locale)
      let amount = environment.language == "ru" ? "12,34\u{A0}£" : "£12.34"
      #expect(words == [date, amount, "Lunch"])
    }
  }

  @Test func `a file is told by its name, and what was only chosen not at all`() {
    let digest = "sha256:" + String(repeating: "0", count: 64)
    let file = session(
      """
      show receipt file
      answer receipt {"digest":"\(digest)","name":"lunch.pdf","size":9,"type":"application/pdf"}
      """)
    #expect(file.summary.answersInWords(in: .test) == ["lunch.pdf"])
    let chosen = session(
      """
      show account choice ["current-account"]
      answer account "current-account"
      """)
    #expect(chosen.firstAnswers.isEmpty && chosen.answers == 1)
  }
}
