import StarlingAPI
import Testing

/// The example of StarlingAPI, as it is printed.
struct StarlingExamples {
  @Test func `a request has the path that the article says`() {
    let request = Starling.GetBalance(account: "b0000000-0000-4000-8000-000000000001")
    let path = request.path  // ["api", "v2", "accounts", "b0000000-…", "balance"]
    #expect(
      path == ["api", "v2", "accounts", "b0000000-0000-4000-8000-000000000001", "balance"])
  }
}
