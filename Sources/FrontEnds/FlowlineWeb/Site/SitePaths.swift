import Flowline
import FoundationEssentials

/// The addresses of pages: a session each, a question each.
struct SitePaths: Sendable {
  /// The path that all are below: its parts.
  let base: [String]

  /// The parameter of the list that names the page of ended sessions before.
  static let after = "after"
  /// The parameter of the list that names the page of unfinished sessions before.
  static let afterUnfinished = "unfinished"

  /// The parameter of the lock's page that says what was done.
  static let done = "notice"

  /// The parameter of the log-in's address that says where to lead once a person is logged in.
  static let next = "next"

  /// The languages that a session can continue in, and its pages with it: those that the engine has texts in.
  static let languages = FlowController.languages

  var home: WebLink { WebLink(path: base + [""]) }
  func start(_ flow: FlowID) -> WebLink { WebLink(path: base + ["start", flow.rawValue]) }
  /// The page that asks whether to begin a flow with the answers of a link.
  func go(_ link: FlowLink) -> WebLink {
    let page = WebLink(path: base + ["go", link.flow.rawValue])
    return WebLink("\(page.text)\(link.description.drop { $0 != "?" })") ?? page
  }
  func session(_ id: UUID) -> WebLink { link(id, []) }
  /// The page of a session that says something besides, and begins there.
  func session(_ id: UUID, saying notice: Notice) -> WebLink {
    link(id, [], query: [("notice", notice.rawValue)], fragment: Notice.element)
  }
  func step(_ id: UUID, _ token: some CustomStringConvertible) -> WebLink {
    link(id, ["step", "\(token)"])
  }
  func working(_ id: UUID) -> WebLink { link(id, ["working"]) }
  func end(_ id: UUID) -> WebLink { link(id, ["end"]) }
  func answers(_ id: UUID) -> WebLink { link(id, ["answers"]) }
  func leave(_ id: UUID) -> WebLink { link(id, ["leave"]) }
  func forget(_ id: UUID) -> WebLink { link(id, ["forget"]) }
  func journal(_ id: UUID) -> WebLink { link(id, ["journal"]) }
  func file(_ digest: FileDigest, _ id: UUID) -> WebLink { link(id, ["file", "\(digest)"]) }
  /// What becomes of a session, for a page that shows it so.
  func events(_ id: UUID, showing shown: ShownState) -> WebLink {
    link(id, ["events"], query: [(ShownState.parameter, shown.text)])
  }
  /// Where another language is chosen, by a post.
  var language: WebLink { WebLink(path: base + ["language"]) }
  /// The page of the list, which says something besides.
  func home(saying notice: Notice) -> WebLink {
    WebLink(path: base + [""], query: [("notice", notice.rawValue)])
  }
  /// The page of the lock, which leads on to another.
  ///
  /// - Parameters:
  ///   - from: the other page; nil for none.
  ///   - done: what it says was done; nil for nothing.
  func lock(from: WebLink? = nil, saying done: LockPage.Done? = nil) -> WebLink {
    let next = from.map { [(FieldName.from, $0.text)] } ?? []
    return WebLink(
      path: base + ["lock"], query: next + (done.map { [(Self.done, $0.rawValue)] } ?? []))
  }
  /// The page of the list with the ended sessions after these.
  func home(after key: String) -> WebLink {
    WebLink(path: base + [""], query: [(SitePaths.after, key)])
  }
  /// The page of the list with the unfinished sessions after these.
  func home(afterUnfinished key: String) -> WebLink {
    WebLink(path: base + [""], query: [(SitePaths.afterUnfinished, key)])
  }
  var styleSheet: WebLink { WebLink(path: base + ["assets", Asset.styleSheet.name]) }
  var icon: WebLink { WebLink(path: base + ["assets", Asset.icon.name]) }
  var script: WebLink { WebLink(path: base + ["assets", Asset.script.name]) }

  private func link(
    _ id: UUID, _ rest: [String], query: [(String, String)] = [], fragment: String? = nil
  ) -> WebLink {
    WebLink(
      path: base + ["session", id.text] + rest, query: query,
      fragment: fragment)
  }
}

/// A file that pages refer to, under a name that changes with its contents.
struct Asset: Sendable {
  let name: String
  let type: String
  let bytes: [UInt8]

  private init(_ name: String, _ ending: String, type: String, _ text: StaticString) {
    let bytes = text.withUTF8Buffer(Array.init)
    self.name = "\(name)-\(FileDigest(of: bytes).digits(16)).\(ending)"
    self.type = type
    self.bytes = bytes
  }

  static let styleSheet = Asset(
    "flowline", "css", type: "text/css; charset=utf-8", PackageResources.flowline_css)
  static let script = Asset(
    "flowline", "js", type: "text/javascript; charset=utf-8", PackageResources.flowline_js)

  static let icon = Asset(
    "flowline", "svg", type: "image/svg+xml", PackageResources.flowline_svg)

  /// All there are.
  static let all = [styleSheet, script, icon]

  /// The asset at an address; nil if there is none, or another version was asked for.
  static func named(_ name: String) -> Asset? { all.first { $0.name == name } }
}
