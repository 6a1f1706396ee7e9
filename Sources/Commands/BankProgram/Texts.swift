package import Flowline

/// The texts of the programs over the bank's flows.
package let texts = TextCatalog(PackageResources.BankProgram_xcstrings)
