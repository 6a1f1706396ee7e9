import Books
import Testing

struct EmailAddressTests {
  @Test(
    arguments: [
      ("ada@example.com", nil, "ada@example.com"), (" ada@example.com ", nil, "ada@example.com"),
      ("Ada <ada@example.com>", "Ada", "ada@example.com"),
      ("\"Doe, J\" <j@example.com>", "Doe, J", "j@example.com"),
      ("Zoë <z@ü.example>", "Zoë", "z@ü.example"), ("<ada@example.com>", nil, "ada@example.com"),
      ("ada@example.com <ada@example.com>", nil, "ada@example.com"),
      ("'ada@example.com' <ada@example.com>", nil, "ada@example.com"),
      ("Ada@Example.com <ada@example.com>", nil, "ada@example.com"),
      ("\"Ada: a@b.c <x>\" <ada@example.com>", "Ada: a@b.c <x>", "ada@example.com"),
      ("\"5\\\" Pipe: Ltd\" <a@b.example>", "5\" Pipe: Ltd", "a@b.example"),
      ("Ada O'Hara (sales), Ltd. <ada@example.com>", "Ada O'Hara (sales), Ltd.", "ada@example.com"),
    ] as [(String, String?, String)])
  func `an address is read with its name`(text: String, name: String?, address: String) throws {
    let read = try #require(EmailAddress(text))
    #expect(read.name == name)
    #expect(read.address == address)
  }

  @Test(arguments: [
    "", "ada", "@example.com", "ada@", "ada@example", "ada@.com", "ada@example.", "a@b@c.com",
    "ada@example..com", "a b@example.com", "Ada <ada@example.com", "Ada ada@example.com>",
    "a,b@example.com", "ada@example.com\nBcc: b@example.com", "ada@example.com\r\n",
    "Ada\u{2028} <ada@example.com>", "ada\u{0}@example.com",
    "A <a@b.example>B <c@d.example>", "A <a@b.example> B <c@d.example>",
    "a@b.example <c@d.example>", "a@b.example<c@d.example>", "A > B <c@d.example>",
    "Team: Ada <ada@example.com>", "A <B <c@d.example>", "\"A\" <a@b.example>B <c@d.example>",
    "'a@b.example' <c@d.example>", "\u{202A}ada@example.com\u{202C}", "ada\u{200B}@example.com",
    // Quotes that are not closed hide all that follows.
    "\"A <a@b.example>, B <c@d.example>", "\"A\\\" <a@b.example>",
  ])
  func `anything else is no address`(text: String) {
    #expect(EmailAddress(text) == nil)
  }

  @Test(
    arguments: [
      ("a@b.example", 1), ("a@b.example,c@d.example", 2),
      ("\"Doe, J\" <j@d.example>, \"K, L\" <k@d.example>", 2), ("a@b.example,", nil), ("", nil),
      ("a@b.example;c@d.example", nil), ("\"5\\\" Pipe, Ltd\" <a@b.example>, c@d.example", 2),
      ("A <a@b.example>B <c@d.example>", nil), ("\"A <a@b.example>, B <c@d.example>", nil),
    ] as [(String, Int?)])
  func `addresses are parted by commas outside of names`(text: String, count: Int?) {
    #expect(EmailAddress.list(text)?.count == count)
    #expect((EmailAddress.firstFault(in: text) == nil) == (count != nil))
  }

  @Test(
    arguments: [
      ("a@b.c, d@e", "d@e", 7..<10), ("x ,a@b.c,y", "x", 0..<1), ("a@b.c,", nil, 5..<6),
      ("a@b.c,  ,d@e.f", nil, 5..<8), ("", nil, 0..<0), ("\"D, J\" <j>", "\"D, J\" <j>", 0..<10),
      ("x@y.z, A <a@b.c>B <c@d.e>", "A <a@b.c>B <c@d.e>", 7..<25),
    ] as [(String, String?, Range<Int>)])
  func `of several addresses the first that cannot be read is told with its place`(
    text: String, part: String?, range: Range<Int>
  ) throws {
    let fault = try #require(EmailAddress.firstFault(in: text))
    #expect(fault.part == part && fault.range == range)
  }

  @Test(arguments: [
    ("Ada <ada@example.com>", "ada@EXAMPLE.com", true),
    ("ada@example.com", "Ada@example.com", false),
    ("ada@example.com", "ada@example.org", false),
  ])
  func `the same mailbox is the same, whatever its name`(
    one: String, other: String, isSame: Bool
  ) throws {
    let (one, other) = (try #require(EmailAddress(one)), try #require(EmailAddress(other)))
    #expect(one.isSame(as: other) == isSame)
  }
}

struct EmailTextTests {
  @Test(arguments: [
    (
      "Dear [contact_name], [contact_name]: [invoice_reference]",
      ["[contact_name]", "[invoice_reference]"]
    ),
    ("[1] and [Sic] and [] and [a b]", []), ("[reference", []),
  ])
  func `tags that were not filled in are found`(text: String, tags: [String]) {
    #expect(EmailText.unfilledTags(in: text) == tags)
  }

  @Test(arguments: [
    ("<p>One</p>\n<p>Two<br/>three</p>", "One\n\nTwo\nthree"),
    ("a &lt;b&gt; &amp;amp; &#163;5 &#x20AC;6 &unknown;", "a <b> &amp; £5 €6 &unknown;"),
    ("<ul><li>one</li><li>two</li></ul>end", "one\ntwo\n\nend"),
    ("<style>p { }</style>x<script>alert(1)</script><!-- no -->y", "xy"),
    ("1 < 2 and 3 > 2", "1 < 2 and 3 > 2"), ("", ""), ("  \n ", ""),
    ("<a href=\"https://example.org\">here</a>", "here"), ("&#0;&#13;", "&#0;&#13;"),
    ("Zo&euml; &Eacute;t&eacute; &copy; &yuml;", "Zoë Été © ÿ"),
    ("&lsquo;a&rsquo; &ldquo;b&rdquo; &mdash; c&hellip; &bull; 5 &euro;", "‘a’ “b” — c… • 5 €"),
    ("&OElig;&Scaron;&Yuml; &sigmaf;&Omega; 3 &le; 4 &hearts;", "ŒŠŸ ςΩ 3 ≤ 4 ♥"),
    ("&#233;&#xE9;&#x1F4A1; &#146;&#x80;", "éé💡 ’€"),
    ("&Amp; &eacute &; &#; &#x; &#x110000; &#129;", "&Amp; &eacute &; &#; &#x; &#x110000; &#129;"),
    ("&amp;eacute; it&apos;s", "&eacute; it's"),
  ])
  func `HTML becomes text`(html: String, text: String) {
    #expect(EmailText.plain(fromHTML: html) == text)
  }
}
