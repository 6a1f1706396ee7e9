import Bank
import Flowline
import Money

extension Payment {
  /// The amount with its sign, and the status if the payment is not settled.
  var valueText: Text {
    guard let status = status.text else { return signedAmount }
    return texts("payment.unsettled", signedAmount, status)
  }

  private var signedAmount: Text {
    switch direction {
    case .incoming: texts("payment.incoming", amount)
    case .outgoing: Text((try? amount.negated()) ?? amount)
    }
  }
}

extension PaymentStatus {
  /// The status in words; nil for settled payments, of which nothing need be said.
  fileprivate var text: Text? {
    switch self {
    case .settled: nil
    case .upcoming: texts("status.upcoming")
    case .pending: texts("status.pending")
    case .reversed: texts("status.reversed")
    case .declined: texts("status.declined")
    case .refunded: texts("status.refunded")
    case .retrying: texts("status.retrying")
    case .accountCheck: texts("status.account-check")
    case .unknown(let word): texts("status.unknown", word)
    }
  }
}
