import Bank
@_exported public import ServiceCalls
import StarlingAPI

// The old names, until the code of orders uses the new ones; the module is exported for that time.

/// Why a request has no answer that says it was done.
typealias Trouble = CallFailure<Starling.Failure>

/// What is left of a client's patience in one call.
typealias PatienceTally = RetryBudget
