public import Flowline
import FoundationEssentials
import FoundationInternationalization
public import ServiceCalls

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
