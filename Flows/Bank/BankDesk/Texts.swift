import Flowline

/// The texts of this feature.
let texts = TextCatalog(PackageResources.BankDesk_xcstrings)
