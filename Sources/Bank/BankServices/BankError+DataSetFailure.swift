public import Bank
public import DataSets
import ServiceBasics

extension BankError: DataSetFailure {
  /// The bank's error as it is; any other as an unavailable bank.
  public init(describing error: any Error) {
    self = error as? BankError ?? .unavailable(cause: .unexpected(error))
  }

  /// Whether the customer has to do something first.
  public var needsUser: Bool {
    switch code {
    case .notLoggedIn, .insufficientScope, .token, .unknownAccount: true
    default: false
    }
  }
}

/// What is known of a data set of a bank.
public typealias BankSnapshot<Value: Codable & Sendable & Equatable> = Snapshot<Value, BankError>

/// A data set of a bank.
public typealias BankDataSet<Value: Codable & Sendable & Equatable> = DataSet<Value, BankError>
