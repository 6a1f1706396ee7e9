import Flowline
import FlowlineHost
import FoundationEssentials

/// Links that begin a flow with some answers given, such as `/go/round-up?account=personal&week=last`.
///
/// What is behind `/go/` is read as what is behind `flow:`, see `FlowLink`. Anybody can make a link, and a page of
/// another site may open one: it shows a page, and only a person's press of its button begins something.
extension SiteCall {
  /// How many bytes the answers of a link have at the most, as they are written.
  private static let mostLinkBytes = 8192

  /// The page that asks whether to begin the flow that the address names with the answers in its query.
  func askToFollow() async throws -> SiteReply {
    let link = try linkOfAddress
    guard let entry = try await service.host.offers(to: user)[link.flow] else {
      throw SiteFault.notFound
    }
    if let refusal = entry.refusal { return try await home(refusal: refusal) }
    var context = context()
    // Another language shows the same link.
    context.here = service.paths.go(link)
    let offer = HomePage.Offer(entry, context.words)
    return .page(LinkPage(link: link, offer: offer).page(in: context), context)
  }

  /// The link that the address is.
  private var linkOfAddress: FlowLink {
    get throws(SiteFault) {
      let flow = WebLink.encoded(parameters["flow"] ?? "")
      return try Self.link("flow:\(flow)?\(open.queryText)")
    }
  }

  /// The link that a form begins a flow with; nil if it begins it without one.
  ///
  /// - Parameter flow: the flow.
  func followed(to flow: FlowID) throws(SiteFault) -> FlowLink? {
    guard let text = body[FieldName.link] else { return nil }
    let link = try Self.link(text)
    guard link.flow == flow else { throw .badLink }
    return link
  }

  private static func link(_ text: String) throws(SiteFault) -> FlowLink {
    guard text.utf8.count <= mostLinkBytes else { throw .badLink }
    let link: FlowLink
    do throws(FlowLink.Fault) {
      link = try FlowLink(text)
    } catch {
      throw .badLink
    }
    // As the page's form sends it, where more may be escaped.
    guard link.description.utf8.count <= mostLinkBytes else { throw .badLink }
    return link
  }
}
