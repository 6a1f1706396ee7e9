import Flowline

/// The texts of waiting for a bank.
let texts = TextCatalog(PackageResources.BankConnection_xcstrings)
