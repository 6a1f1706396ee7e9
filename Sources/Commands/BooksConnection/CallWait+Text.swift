public import Flowline
import FoundationEssentials
import FoundationInternationalization
public import ServiceCalls

/// The texts of waiting for a bookkeeping service, and of the page that a browser shows after a log-in.
let texts = TextCatalog(PackageResources.BooksConnection_xcstrings)

extension CallWait {
  /// Why one waits, and until when the service is asked again.
  var text: Text {
    texts("wait.\(reason.word)", secondsLeft, reason.status.map { String($0) } ?? "")
  }
}

extension LoopbackPages {
  /// The pages in the language of a world.
  public init(in environment: FlowEnvironment) {
    func page(_ name: String) -> Page {
      Page(
        texts("page.\(name).heading").resolved(in: environment).text,
        texts("page.\(name).text").resolved(in: environment).text)
    }
    self.init(
      language: environment.locale.language.languageCode?.identifier ?? "en",
      allowed: page("allowed"), notAllowed: page("not-allowed"), failed: page("failed"),
      otherAttempt: page("other"))
  }
}
