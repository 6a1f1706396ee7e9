import Flowline
import FlowlineWeb

/// The page for a browser that is not known to be the person's whose confirmation is asked for.
struct PairingPage {
  private let call: SitePageCall
  private let words: MCPWords
  /// Whether a code makes it known.
  private let canPair: Bool
  /// The address that links to the page have.
  private let address: LoopbackAddress

  init(_ call: SitePageCall, canPair: Bool, at address: LoopbackAddress) {
    (self.call, self.canPair, self.address) = (call, canPair, address)
    words = MCPWords(call.environment)
  }

  func page(error: String? = nil) -> SitePageReply {
    let title = words(canPair ? "confirm.pair.title" : "confirm.other.title")
    let main = HTML {
      Tag.h1(.class("heading")) { title }
      Tag.p(.class("lead")) { words(canPair ? "confirm.pair" : "confirm.other") }
      if canPair { form(error) } else { call.elsewhere(than: address) }
    }
    guard let error else {
      return .page(title: title, standing: canPair ? .shown : .notYours, main)
    }
    return .refused(title: title, SitePageRefusal(words(error), field: "code"), main)
  }

  private func form(_ error: String?) -> HTML {
    Tag.form(.post, .action(call.here)) {
      Tag.div(.class(error == nil ? "field" : "field refused")) {
        Tag.label(.class("question"), .for("code")) { words("confirm.pair.code") }
        if let error {
          Tag.p(.class("error"), .id("code-error")) { words(error) }
        }
        Tag.input(
          .class("input width-20"),
          .type("text"), .id("code"), .name("code"), .autocomplete("one-time-code"),
          .noSpellcheck, error.map { _ in .invalid },
          error.flatMap { _ in .describedBy(["code-error"]) })
      }
      Tag.div(.class("buttons")) {
        Tag.button(.class("button"), .type("submit")) { words("confirm.pair.send") }
      }
    }
  }
}
