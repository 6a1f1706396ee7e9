/// The words of Starling's public API, version 2: paths, bodies and errors, as its OpenAPI 3.0.1
/// document of December 2023 has them.
///
/// Nothing here talks to a network, so that a client and a server of the API share one vocabulary.
/// What the document does not require may be absent, words it does not know are kept, and further
/// fields are passed over: the bank adds all three between versions.
public enum Starling {
  /// What every path of the API begins with.
  public static let pathPrefix = "/api/v2"
}
