import Bank

extension BankError {
  /// What anybody's error means to somebody who shows data.
  init(_ error: any Error) {
    self = error as? BankError ?? .unavailable(cause: String(describing: error))
  }

  /// Whether the customer has to do something, so that an older copy must not hide it.
  var isForCustomer: Bool {
    switch code {
    case .notLoggedIn, .insufficientScope, .token, .unknownAccount: true
    default: false
    }
  }
}
