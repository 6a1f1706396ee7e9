import Flowline
import Foundation
import Testing

@testable import FlowlineWeb

/// Every page in every state, in every language: looked at here by its elements, and written into the
/// folder that `GALLERY` names for programs that look at it as a browser does.
struct GalleryTests {
  @Test(arguments: ["en_GB", "ru_RU"])
  func `every page is well made`(locale: String) throws {
    let gallery = try Gallery(locale)
    #expect(Set(gallery.items.map(\.name)).count == gallery.items.count)
    for item in gallery.items {
      let check = MarkupCheck(item.page.html(in: item.context))
      #expect(check.faults.isEmpty, "\(item.name): \(check.faults)")
    }
    guard let folder = ProcessInfo.processInfo.environment["GALLERY"] else { return }
    try write(gallery, into: URL(filePath: folder).appending(path: locale.prefix(2)))
  }

  @Test func `the pages that follow from what was done before say what that was`() throws {
    let gallery = try Gallery("en_GB")
    for (name, text) in [
      ("notice-committed", "That step cannot be changed any more"),
      ("notice-moved", "What was at this address is not asked any more."),
      ("notice-outdated", "The page you sent was out of date"),
      ("notice-unchanged", "Nothing was changed."),
      ("asked-again", "To continue, type this again: secrets are not saved."),
      ("late-decision", "Your “No” came too late and changed nothing."),
      ("work-carrying-load", "value=\"ada@example.com\""),
      ("kind-link", "<a class=\"outside\" href=\"https://bank.example/log-in\""),
      ("logged-in-step", "Log out ada"),
    ] {
      let item = try #require(gallery.items.first { $0.name == name }, "\(name)")
      let markup = String(decoding: item.page.document(in: item.context), as: UTF8.self)
      #expect(markup.contains(text), "\(name)")
    }
  }

  @Test func `every text of the catalogue is in every language`() {
    #expect(WebWords.catalog.faults.isEmpty)
    for key in WebWords.catalog.keys {
      #expect(WebWords.catalog.languages(of: key) == FlowController.languages, "\(key)")
    }
  }

  @Test func `an error is in the title and above the heading`() throws {
    let stage = Stage(at: Kinds.text)
    let page = stage.page(try stage.post(PostedBody(["answer": ""]))).page(in: stage.context)
    let markup = String(decoding: page.document(in: stage.context), as: UTF8.self)
    #expect(page.status == 422)
    let asked = "What is your email address?"
    #expect(markup.contains("<title>Error: \(asked) · Open an account"))
    let summary = try #require(markup.range(of: "There is a problem"))
    let heading = try #require(markup.range(of: "<h1"))
    #expect(summary.lowerBound < heading.lowerBound)
    #expect(markup.contains("<a href=\"#answer\">\(asked) Type an answer.</a>"))
    #expect(markup.contains("</span>Type an answer.</p>"), "beside the field without the question")
    #expect(markup.contains("aria-invalid=\"true\""))
    #expect(markup.contains("aria-describedby=\"answer-hint answer-error\""))
  }

  @Test func `what was typed is text in the page`() throws {
    let stage = Stage(at: Kinds.number)
    let typed = "\"><script>alert(1)</script>"
    let page = stage.page(try stage.post(PostedBody(["answer": typed]))).page(in: stage.context)
    let markup = String(decoding: page.document(in: stage.context), as: UTF8.self)
    #expect(!markup.contains("<script>"))
    #expect(markup.contains("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"))
  }

  @Test func `a failed effect shows a person no details meant for operators`() {
    let stage = Stage(Forms.HeldFlow(isCommit: true))
    let markup = String(
      decoding: stage.page().page(in: stage.context).document(in: stage.context), as: UTF8.self)
    #expect(markup.contains("It is not known whether “Transfer to Bike” was done"))
    #expect(!markup.contains("Broken"))
  }

  @Test func `an adopter’s layout and texts take the place of ours`() {
    let stage = Stage(at: Kinds.text)
    var layout = WebLayout(serviceName: "Bank")
    layout.styleSheets =
      [WebLink(path: ["bank.css"])] + [WebLink("https://x.example/a.css")].compactMap { $0 }
    layout.usesOwnStyleSheet = false
    layout.header = { facts in HTML { Tag.p { "Header of \(facts.serviceName)" } } }
    layout.footer = { _ in HTML { Tag.p { "The bank plc" } } }
    let texts = TextCatalog(
      Array(
        #"{"sourceLanguage":"en","strings":{"button.continue":{"localizations":{"en":{"stringUnit":{"value":"Next"}}}}}}"#
          .utf8))
    let paths = SitePaths(base: [])
    let context = PageContext(
      words: WebWords(stage.words.environment, own: texts), layout: layout, paths: paths,
      here: paths.home)
    let markup = String(
      decoding: stage.page().page(in: context).document(in: context), as: UTF8.self)
    #expect(markup.contains("Header of Bank") && markup.contains("The bank plc"))
    #expect(markup.contains("/bank.css") && !markup.contains("x.example"))
    #expect(markup.contains(">Next</button>") && !markup.contains(paths.styleSheet.text))
  }

  @Test func `a page that keeps what was typed keeps no secret`() {
    let body = PostedBody([
      "token": "1-a", "sensitive": "answer", "answer": "hunter2", "do": "answer",
    ])
    let context = Stage(at: Kinds.secret).context
    let page = FaultPage(fault: .logIn, here: context.here, retry: .send(body.withoutSecrets))
    let markup = String(decoding: page.page(in: context).document(in: context), as: UTF8.self)
    #expect(!markup.contains("hunter2") && markup.contains("value=\"1-a\""))
    let secret = Stage(at: Kinds.secret)
    let asked = String(
      decoding: secret.page().page(in: secret.context).document(in: secret.context), as: UTF8.self)
    #expect(asked.contains("name=\"sensitive\" value=\"answer\""))
  }

  @Test(
    arguments: [
      ("GBP", "en_GB", "£", nil), ("GBP", "ru_RU", nil, "£"), ("EUR", "de_DE", nil, "€"),
      ("JPY", "en_GB", "JP¥", nil), ("XXX", "en_GB", "XXX", nil),
    ] as [(String, String, String?, String?)])
  func `the sign of a currency is where the region has it`(
    code: String, locale: String, prefix: String?, suffix: String?
  ) {
    let signs = AmountSigns(currency: code, locale: Locale(identifier: locale))
    #expect(signs.prefix == prefix && signs.suffix == suffix, "\(signs)")
  }

  /// Writes the pages as files that a browser can open, with what they load beside them.
  private func write(_ gallery: Gallery, into folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for asset in Asset.all {
      try Data(asset.bytes).write(to: folder.appending(path: asset.name))
    }
    for item in gallery.items {
      var markup = String(decoding: item.page.document(in: item.context), as: UTF8.self)
      markup = markup.replacing("/assets/", with: "")
      try Data(markup.utf8).write(to: folder.appending(path: "\(item.name).html"))
    }
  }
}
