package import AsyncHTTPClient
import NIOCore

extension HTTPClient {
  /// The client of all tests.
  ///
  /// It gives up after ten minutes, longer than any computer needs. The usual one does after 90 seconds
  /// in which nothing comes, whatever time a request is given.
  package static let patient = HTTPClient(
    configuration: .init(timeout: .init(connect: .seconds(600), read: .seconds(600))))
}
