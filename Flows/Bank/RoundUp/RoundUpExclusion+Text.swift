import Bank
import Flowline

extension RoundUpExclusion {
  /// Why a payment is left out, in a few words.
  var text: Text {
    switch self {
    case .outsideWeek: texts("reason.outside-week")
    case .otherCategory: texts("reason.other-category")
    case .internalTransfer: texts("reason.internal-transfer")
    case .incoming: texts("reason.incoming")
    case .declined: texts("reason.declined")
    case .reversed: texts("reason.reversed")
    case .refunded: texts("reason.refunded")
    case .retrying: texts("reason.retrying")
    case .upcoming: texts("reason.upcoming")
    case .accountCheck: texts("reason.account-check")
    case .unknownStatus: texts("reason.unknown-status")
    case .otherCurrency: texts("reason.other-currency")
    case .negativeAmount: texts("reason.negative-amount")
    case .notCard: texts("reason.not-card")
    case .roundedUpByBank: texts("reason.rounded-up-by-bank")
    case .alreadyMoved: texts("reason.already-moved")
    case .wholeAmount: texts("reason.whole-amount")
    }
  }
}
