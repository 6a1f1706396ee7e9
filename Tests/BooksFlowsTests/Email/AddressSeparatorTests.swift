import Books
import Testing

@testable import BooksFlows

/// Recipients as people type them, or paste them from mail programs.
struct AddressSeparatorTests {
  @Test(arguments: [
    ("a@b.example; c@d.example", "a@b.example, c@d.example"),
    ("a@b.example;c@d.example;", "a@b.example,c@d.example "),
    ("a@b.example c@d.example", "a@b.example,c@d.example"),
    ("a@b.example\nc@d.example\n", "a@b.example,c@d.example "),
    ("a@b.example\tc@d.example", "a@b.example,c@d.example"),
    ("Ann B <a@b.example>; Cy D <c@d.example>", "Ann B <a@b.example>, Cy D <c@d.example>"),
    ("Ann B <a@b.example>\r\nCy D <c@d.example>", "Ann B <a@b.example>,Cy D <c@d.example>"),
    ("Ann B <a@b.example> Cy D <c@d.example>", "Ann B <a@b.example>,Cy D <c@d.example>"),
    ("a@b.example Cy D <c@d.example>", "a@b.example,Cy D <c@d.example>"),
    ("a@b.example;;\n <c@d.example>", "a@b.example,   <c@d.example>"),
    (";a@b.example", " a@b.example"),
    ("a@b.example, ; c@d.example", "a@b.example,   c@d.example"),
    ("a@b.example, c@d.example, ", "a@b.example, c@d.example  "),
    ("\u{202A}a@b.example\u{202C}", " a@b.example "),
    ("\u{FEFF}a@b.example\u{200B}c@d.example", " a@b.example,c@d.example"),
    (
      "'a@b.example' <a@b.example>; C@d.example <c@d.example>",
      "'a@b.example' <a@b.example>, C@d.example <c@d.example>"
    ),
  ])
  func `addresses get commas between them, each at its place`(typed: String, text: String) {
    #expect(AddressSeparators.commas(in: typed) == text)
    #expect(text.count == typed.count)
    #expect(EmailAddress.firstFault(in: text) == nil)
    #expect(AddressSeparators.commas(in: text) == text)
  }

  @Test(arguments: [
    "a@b.example", "a@b.example, c@d.example", "Zoë Ö <z@ü.example>", "a@b.example <a@b.example>",
    "\"Doe; J\" <j@d.example>, K <k@d.example>", "\"5\\\" Pipe; Ltd\" <a@b.example>",
    "two words@b.example", "a@b.example,,c@d.example",
    "nobody", "",
  ])
  func `what needs no other comma stays as it is`(text: String) {
    #expect(AddressSeparators.commas(in: text) == text)
  }

  @Test(arguments: [
    ("Doe, Ada <a@b.example>; c@d.example", "\"Doe, Ada\" <a@b.example>, c@d.example"),
    (
      "Doe, Ada <a@b.example>\r\nRoe, Cy <c@d.example>",
      "\"Doe, Ada\" <a@b.example>,\"Roe, Cy\" <c@d.example>"
    ),
    ("a@b.example <mailto:a@b.example>", "a@b.example <a@b.example>"),
    ("Ada <MAILTO:a@b.example>; c@d.example", "Ada <a@b.example>, c@d.example"),
  ])
  func `what mail programs write is put into the form of services`(typed: String, text: String) {
    #expect(AddressSeparators.commas(in: typed) == text)
    #expect(EmailAddress.firstFault(in: text) == nil)
    #expect(AddressSeparators.commas(in: text) == text)
  }

  @Test(arguments: [
    ("Doe, Ada <a@b.example>", "Doe", 0..<3),
    ("x, Doe, Ada <a@b.example>; c@d.example", "x", 0..<1),
    ("a\u{200B}b@c.example", "a b@c.example", 0..<13),
    ("a@b.example; nobody, c@d.example", "nobody", 13..<19),
    ("a@b.example Ann", "Ann", 12..<15),
    ("Ann a@b.example; c@d.example", "Ann a@b.example", 0..<15),
    ("a@b.example\r\nBcc: c@d.example", "Bcc: c@d.example", 12..<28),
  ])
  func `the part that is no address keeps its place`(
    typed: String, part: String, range: Range<Int>
  ) throws {
    let fault = try #require(EmailAddress.firstFault(in: AddressSeparators.commas(in: typed)))
    #expect(fault.part == part && fault.range == range)
  }
}
