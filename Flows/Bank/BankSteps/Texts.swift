import Flowline

/// The texts of this feature.
let texts = TextCatalog(PackageResources.BankSteps_xcstrings)
