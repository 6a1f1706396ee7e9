import Bank
import EmbeddedBank

// Inside an extension of a `Starling` type these names would mean Starling's own, and the module cannot
// be named, since its protocol bears the same name.

/// The bank's own balance.
typealias LedgerBalance = Balance

/// The bank's own feed item.
typealias LedgerItem = FeedItem

/// The bank's own goal.
typealias LedgerGoal = SavingsGoal
