public import Flowline

/// How the pages look and what they say: all that an adopter changes.
///
///     var layout = WebLayout(serviceName: "Example Bank")
///     layout.styleSheets = [WebLink(path: ["static", "bank.css"])]
///     layout.footer = { _ in HTML { Tag.p { "Example Bank plc" } } }
public struct WebLayout: Sendable {
  /// What the service is called, at the top of each page and in its title.
  public var serviceName: Text
  /// What is said under the name on the start page; nil for a sentence of ours.
  public var lead: Text?
  /// Style sheets of your own after ours, on the same server: the policy of the pages allows no other.
  public var styleSheets: [WebLink] = []
  /// Whether our style sheet is used.
  public var usesOwnStyleSheet = true
  /// The sign of the service in the tab of a browser, on the same server; nil for ours.
  public var icon: WebLink?
  /// Texts that go before ours of the same keys, see `Web.xcstrings`.
  ///
  /// With `language.name` and the others in one more language, browsers that ask for it get pages in it, and begin
  /// sessions in it. What such a catalogue has it needs in English and Russian as well.
  public var texts: TextCatalog?
  /// What is at the top of each page, in place of the name and of who is logged in; nil for those.
  public var header: (@Sendable (PageFacts) -> HTML)?
  /// Who is logged in and how to log out, beside the name of the service; nil for nothing.
  ///
  /// With ``PageFacts/way(to:class:_:)`` what is half filled in is there again after the next log-in.
  public var account: (@Sendable (UserID, PageFacts) -> HTML)?
  /// What is at the end of each page, before the choice of a language; nil for nothing.
  public var footer: (@Sendable (PageFacts) -> HTML)?
  /// Where one logs in; nil if the pages cannot say.
  ///
  /// A page that needs a log-in leads there, and keeps what was typed. If the address is on this server, its
  /// parameter `next` says where the person wanted to go, so that the log-in can lead there: see
  /// ``PageCall/next``.
  public var logIn: WebLink?

  /// Makes a layout.
  ///
  /// - Parameter serviceName: what the service is called.
  public init(serviceName: Text) { self.serviceName = serviceName }

  /// The languages that pages outside of sessions can be had in, sorted: ours, and those that ``texts`` name.
  var languages: [String] {
    let own = texts?.languages(of: "language.name") ?? []
    return own.isEmpty ? SitePaths.languages : Set(SitePaths.languages + own).sorted()
  }
}

/// What a layout of your own may know of a page.
public struct PageFacts: Sendable {
  /// The language of the page, such as `en`.
  public let language: String
  /// What the service is called, in that language.
  public let serviceName: String
  /// Where the first page is.
  public let home: WebLink
  /// The form of the page that ways take along; nil if it has none.
  let form: PageForm?
}
