import FoundationEssentials
import ServiceBasics
import Testing

@testable import ServiceCalls

/// What is kept of a log-in, as earlier versions kept it.
struct LogInContentsTests {
  /// The form in which nothing tells the log-in from others.
  private struct Earlier: Encodable {
    var access = "a-token"
    var refresh = "another"
    var since = Timestamp(milliseconds: 1_700_000_000_000)
  }

  @Test func `a log-in of an earlier version is whole, and says that one has to log in`() throws {
    let bytes = try JSONEncoder().encode(Earlier())
    let contents = try JSONDecoder().decode(LogInContents.self, from: bytes)
    #expect(contents == .loggedOut(.keptByEarlierVersion))
    #expect(OAuthFailure.loggedOut(.keptByEarlierVersion).cause.code == "log-in-of-earlier")
  }

  @Test(arguments: ["{}", #"{"access":"a-token"}"#, #"{"since":"soon","access":"a-token"}"#])
  func `anything else is no log-in`(text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(LogInContents.self, from: Data(text.utf8))
    }
  }
}
