import Flowline

/// The texts of this program.
let texts = TextCatalog(PackageResources.Onboarding_xcstrings)
