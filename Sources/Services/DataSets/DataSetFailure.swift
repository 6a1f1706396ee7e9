/// Why a data set cannot be read, in the words of the service that it is read from.
public protocol DataSetFailure: Error, Sendable, Hashable, Codable {
  /// What any error means to somebody who shows data.
  init(describing error: any Error)

  /// Whether the user has to do something first, so that an older copy must not hide the failure.
  var needsUser: Bool { get }
}
