/// The words of FreeAgent's public API, version 2: paths, bodies, errors, paging.
///
/// Nothing here talks to a network, so that a client and a server of the API share one vocabulary.
/// Members that an answer lacks are nil, words that are new are kept, and so are members that are new.
/// Source: dev.freeagent.com/docs, pages of November 2025; what answers of the service have beyond them
/// is marked so.
public enum FreeAgent {
  /// The path segments that every path of the API begins with.
  public static let pathPrefix = ["v2"]

  /// The path of the page on which a person allows a program access.
  ///
  /// Source: the page “OAuth”, as for the next one.
  public static let approvalPath = pathPrefix + ["approve_app"]

  /// The path at which a program asks for tokens.
  public static let tokenPath = pathPrefix + ["token_endpoint"]
}
