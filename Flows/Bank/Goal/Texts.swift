import Flowline

/// The texts of this feature.
let texts = TextCatalog(PackageResources.Goal_xcstrings)
