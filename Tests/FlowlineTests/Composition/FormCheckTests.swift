import TestSupport
import Testing

@testable import Flowline

/// Fields of a form, and forms as a whole, that are checked outside before they are taken.
struct FormCheckTests {
  private let checked = CheckedForm()

  @Test func `rule 11: a field that its check refuses is asked once more, as typed`() throws {
    let controller = checked.start()
    controller.answer(" 7")
    let prompt = try #require(controller.prompt)
    #expect(prompt.id == "name" && prompt.presentation == 2)
    #expect(prompt.refused?.answer == " 7" && prompt.refused?.code == "taken")
    #expect(controller.refusedFields == ["name": "taken"])
    controller.answer(all: ["Ada", "8", "7", "9"])
    #expect(controller.prompt?.id == "sure")
    #expect(checked.log.all == ["name 7", "name Ada", "iban 7", "iban 9", "whole Ada 8 9"])
    #expect(
      controller.lines.filter { $0.hasPrefix("refuse") } == [
        "refuse name \" 7\" taken", "refuse iban \"7\" unknown",
      ])
  }

  @Test func `what is wrong with the whole refuses the last answer and names the field`() throws {
    let controller = checked.start()
    controller.answer(all: ["Ada", "9", "8"])
    let refused = try #require(controller.prompt?.refused)
    #expect(controller.prompt?.id == "iban")
    #expect(refused.code == "elsewhere" && refused.answer == "8")
    #expect(refused.message.text == "Country: The account is not there.")
    // Going back to the field that is named, and on.
    controller.back()
    #expect(controller.prompt?.id == "country")
    controller.answer(all: ["8", "8"])
    #expect(controller.prompt?.id == "sure")
  }

  @Test func `a page is checked as a whole and makes the journal of its fields in turn`() {
    let page = checked.start()
    #expect(page.fill(name: "Ada", country: "8", iban: "8") == .accepted)
    #expect(page.prompt?.id == "sure")
    #expect(checked.log.all.sorted() == ["iban 8", "name Ada", "whole Ada 8 8"])
    #expect(checked.log.all.last == "whole Ada 8 8")
    let terminal = checked.start()
    terminal.answer(all: ["Ada", "8", "8"])
    #expect(page.journal.text == terminal.journal.text)
    #expect(page.diagnostics.isEmpty && page.unusedAnswers.isEmpty)
  }

  @Test func `rule 11: all that checks refuse is said at the fields, and the page stays as typed`()
    throws
  {
    let controller = checked.start()
    let answers = controller.journal.answers
    #expect(controller.fill(name: " 7", country: "9", iban: "7") == .accepted)
    let prompt = try #require(controller.prompt)
    #expect(prompt.presentation == 2 && prompt.id == "name")
    #expect(prompt.refused?.code == .wrongFields && prompt.refused?.answer == nil)
    #expect(prompt.refused?.message.text == "2 fields need attention.")
    #expect(controller.refusedFields == ["name": "taken", "iban": "unknown"])
    #expect(prompt.form?.fields.map(\.text) == [" 7", "9", "7"])
    #expect(prompt.form?.fields.map(\.isAnswered) == [false, false, false])
    #expect(prompt.form?.fields.last?.refused?.message.text == "The bank does not know it.")
    #expect(prompt.form?.fields.last?.refused?.answer == "7")
    #expect(controller.journal.answers == answers, "all of a page is taken, or none")
    #expect(
      controller.lines.last
        == #"refuse payee {"country":"9","iban":"7","name":" 7"} wrong-fields"#)
    // The whole is not checked before its fields are right.
    #expect(!checked.log.all.contains { $0.hasPrefix("whole") })
    controller.fill(name: "Ada", country: "9", iban: "8")
    #expect(controller.refusedFields == ["country": "elsewhere"])
    #expect(controller.prompt?.form?.fields.map(\.text) == ["Ada", "9", "8"])
    controller.fill(name: "Ada", country: "8", iban: "8")
    #expect(controller.prompt?.id == "sure")
  }

  @Test func `a refusal of the whole that is for no field refuses the page`() {
    let form = checked.form(whole: { _ in Refusal("closed", "Nobody is paid today.") })
    let page = checked.start(form)
    page.fill(name: "Ada", country: "1", iban: "1")
    #expect(page.prompt?.refused?.code == "closed")
    #expect(page.prompt?.refused?.message.text == "Nobody is paid today.")
    #expect(page.refusedFields.isEmpty)
    #expect(page.lines.last?.hasSuffix(" closed") == true)
    let terminal = checked.start(form)
    terminal.answer(all: ["Ada", "1", "1"])
    #expect(terminal.prompt?.refused?.message.text == "Nobody is paid today.")
    #expect(terminal.prompt?.id == "iban")
  }

  @Test func `what a page does not change is not checked again`() {
    let controller = checked.start()
    controller.answer(all: ["Ada", "9"])
    #expect(controller.fill(["country": "8", "iban": "8"]) == .accepted)
    #expect(controller.prompt?.id == "sure")
    #expect(checked.log.all == ["name Ada", "iban 8", "whole Ada 8 8"])
    #expect(controller.journal.answers.map(\.value) == [12, "Ada", "8", "8"])
  }

  @Test func `rule 12: what stands is not checked again by a step back`() {
    let controller = checked.start()
    controller.fill(name: "Ada", country: "8", iban: "8")
    let before = checked.log.all
    controller.back()
    #expect(controller.prompt?.id == "iban")
    controller.back()
    #expect(controller.prompt?.id == "country" && checked.log.all == before)
    #expect(controller.prompt?.form?.fields.map(\.text) == ["Ada", "8", "8"])
    controller.answer("9")
    #expect(controller.prompt?.draft == "8" && checked.log.all == before)
    controller.answer("9")
    #expect(checked.log.all == before + ["iban 9", "whole Ada 9 9"])
  }

  @Test func `rule 15: a rebuilt session and a recorded replay check nothing`() throws {
    let controller = checked.start()
    controller.fill(name: "7", country: "9", iban: "1")
    controller.fill(name: "Ada", country: "9", iban: "8")
    controller.fill(name: "Ada", country: "9", iban: "9")
    let text = controller.journal.text
    let before = checked.log.all
    let again = try rebuilt(checked.flow(), from: text)
    #expect(again.prompt?.id == "sure" && again.journal.text == text)
    controller.answer("yes")
    let whole = controller.journal.text
    let recorded = try replayed(checked.flow(), from: whole, .recorded)
    #expect(recorded.mismatch == nil && recorded.journal.text == whole)
    #expect(checked.log.all == before)
    let live = try replayed(checked.flow(), from: whole, .live)
    #expect(live.mismatch == nil && live.journal.text == whole)
    #expect(checked.log.all.count > before.count)
  }

  @Test func `rule 15: a live replay tells where a page's check finds something else now`() throws {
    let controller = checked.start()
    controller.fill(name: "7", country: "1", iban: "1")
    controller.fill(name: "Ada", country: "1", iban: "1")
    let text = controller.journal.text
    let laxer = try replayed(checked.flow(checked.form()), from: text, .live)
    #expect(laxer.mismatch?.expected.hasPrefix("refuse payee") == true)
    #expect(laxer.mismatch?.got == "accepted")
  }

  @Test func `a check of one field that throws is said at that field`() {
    struct Offline: Error {}
    let page = checked.start(checked.form(iban: { _ in throw Offline() }))
    page.fill(name: "Ada", country: "1", iban: "1")
    #expect(page.refusedFields == ["iban": .checkFailed])
    let whole = checked.start(checked.form(whole: { _ in throw Offline() }))
    whole.fill(name: "Ada", country: "1", iban: "1")
    #expect(whole.prompt?.refused?.code == .checkFailed && whole.refusedFields.isEmpty)
    whole.answer(all: ["Ada", "1", "1"])
    #expect(whole.prompt?.id == "iban" && whole.prompt?.refused?.code == .checkFailed)
  }

  @Test func `checks that ask back are passed by a page that acknowledges them`() {
    let form = checked.form(
      iban: { _ in Refusal("odd", "Really this one?", isWarning: true) },
      whole: { $0.country == "1" ? Refusal("far", "So far?", isWarning: true).at("country") : nil })
    let page = checked.start(form)
    page.fill(name: "Ada", country: "1", iban: "1")
    #expect(page.prompt?.refused?.isWarning == true)
    #expect(page.refusedFields == ["iban": "odd", "country": "far"])
    page.fill(name: "Ada", country: "1", iban: "1", acknowledging: true)
    #expect(page.prompt?.id == "sure")
    let terminal = checked.start(form)
    terminal.answer(all: ["Ada", "1", "1"])
    #expect(terminal.prompt?.refused?.message.text == "Really this one? Country: So far?")
    terminal.answer("1", acknowledging: true)
    #expect(terminal.prompt?.id == "sure")
    #expect(terminal.journal.answers == page.journal.answers)
  }
}
