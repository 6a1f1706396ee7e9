public import Flowline

/// The texts that flows at any service share.
let serviceTexts = TextCatalog(PackageResources.ServiceSteps_xcstrings)

/// Why a service gave no answer, in words for the person who waits for it.
///
/// What went wrong has a code, and often a cause, which may have one as well; both are words that never
/// change their meaning. The words for people follow from them, and are in the catalogue ``texts``:
/// `trouble.<code>` says what is wrong, without a full stop, `remedy.<code>` what helps, `cause.<cause>`
/// what the cause is, `trouble.<code>.<cause>` and `remedy.<code>.<cause>` what is wrong and what helps if
/// that is the cause, and `trouble.row.cause` what the row of the cause is called. Codes that have no such
/// text have that of `trouble.other` and `remedy.other`. Texts that do not depend on the service are in this
/// module, and need not be repeated: among them those of the causes that `ServiceCalls`, `ServiceOrders` and
/// `ServiceStorage` name.
///
///     extension ScannerError: ServiceError {
///       static let texts = TextCatalog(PackageResources.Scanner_xcstrings)
///       var hasPage: Bool { !isOutcomeUnknown }
///       var isOutcomeUnknown: Bool { code == .noAnswer }
///     }
public protocol ServiceError: LocalizableError, Codable {
  /// What can go wrong, as words that never change their meaning; the list may grow.
  associatedtype Code: RawRepresentable, Encodable where Code.RawValue == String

  /// The texts about it.
  static var texts: TextCatalog { get }

  /// What went wrong.
  var code: Code { get }
  /// The cause in English, or as somebody else words it; nil if none was named.
  var cause: String? { get }
  /// The code of the cause, under which its text is found; nil for somebody else's words.
  var causeCode: String? { get }
  /// What fills the gap of the text of the cause; nil if it has none.
  var causeValues: [String]? { get }

  /// Whether the person can be told on a page and can do something about it; the rest holds the session.
  var hasPage: Bool { get }
  /// Whether an order may have been carried out: it was sent and never answered.
  var isOutcomeUnknown: Bool { get }

  /// What is wrong, as a sentence without its full stop.
  var headline: Text { get }
  /// The cause, in the session's language if it is a known one; nil if none is to be told.
  var causeText: Text? { get }
  /// What the person can do.
  var remedy: Text { get }
  /// What a page shows below the headline, such as the cause; empty if there is nothing more to say.
  var particulars: [Section] { get }
}

extension ServiceError {
  /// Nothing: the text of the cause has no gap.
  public var causeValues: [String]? { nil }

  /// The text `trouble.<code>.<cause>` if there is one, or else `trouble.<code>`.
  public var headline: Text { headlineOfCause ?? Self.texts("trouble", of: code) }

  /// The cause as it is known, unless the headline says it.
  public var causeText: Text? { headlineOfCause == nil ? knownCause : nil }

  /// The remedy that is known, or else the text `remedy.other`.
  public var remedy: Text { knownRemedy ?? Self.texts("remedy", of: code) }

  /// The cause, in a row.
  @PageBuilder public var particulars: [Section] {
    if let causeText { Row(Self.texts("trouble.row.cause"), causeText) }
  }

  /// What is said of an error that has no page: the session is held by it, or the flow fails.
  public var text: Text { sentences(about: causeText, remedy: remedy) }
}

extension ServiceError {
  /// The cause: the text `cause.<cause>` if there is one, else the finder's words; nil if none was named.
  public var knownCause: Text? {
    guard let cause else { return nil }
    guard let causeCode else { return Text(verbatim: cause) }
    let catalog = Self.texts["cause.\(causeCode)"] != nil ? Self.texts : serviceTexts
    guard let known = catalog["cause.\(causeCode)"] else { return Text(verbatim: cause) }
    guard let value = causeValues?.first else { return known }
    // A service says in seconds how long it is not to be called.
    let wait = causeCode == "retry-in" ? Int(value).map { Text.duration(ofSeconds: $0) } : nil
    return catalog("cause.\(causeCode)", wait ?? Text(verbatim: value))
  }

  /// What is wrong, as the cause says it by itself: the text `trouble.<code>.<cause>`; nil if there is none.
  public var headlineOfCause: Text? {
    causeCode.flatMap { Self.texts["trouble.\(code.rawValue).\($0)"] }
  }

  /// What helps: the text `remedy.<code>.<cause>`, or `remedy.<code>`; nil if there is neither.
  public var knownRemedy: Text? {
    causeCode.flatMap { Self.texts["remedy.\(code.rawValue).\($0)"] }
      ?? Self.knownText("remedy.\(code.rawValue)")
  }

  /// What is wrong and what helps, as sentences.
  ///
  /// - Parameters:
  ///   - details: what is said behind the headline; nil for nothing.
  ///   - remedy: what helps; nil if that is not known.
  /// - Returns: the sentences.
  public func sentences(about details: Text?, remedy: Text?) -> Text {
    let trouble =
      details.map { serviceTexts("trouble.detailed", headline, $0) }
      ?? serviceTexts("trouble.plain", headline)
    return remedy.map { serviceTexts("trouble.remedied", trouble, $0) } ?? trouble
  }

  /// A text of this service, or else one that all services share; nil if there is neither.
  static func knownText(_ key: String) -> Text? { texts[key] ?? serviceTexts[key] }
}
