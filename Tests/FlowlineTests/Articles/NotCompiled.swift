/// The examples of doc comments that no test compiles, by their files and first lines, and why not.
///
/// Those of articles are marked at their place, see ``Example/reason``.
let notCompiled: [String: String] = {
  let own = "a store of the reader's own; StoreTests checks those of the package in the same way"
  let kit = "Sources/Flowline/FlowlineTesting/Stores"
  return [
    "Flows/Bank/BankSteps/LiveData.swift: var accounts ="
      + " try await bank.read(\"accounts\", from: bank.services.accounts)":
      "internal: only the flows of the bank call it",
    "Sources/FrontEnds/FlowlineWeb/Answers/FormReading.swift: var reading ="
      + " FormReading(body, to: question, in: environment)":
      "internal: only the pages call it",
    "\(kit)/JournalStoreConformance.swift: @Test(arguments: JournalStoreConformance.checks)": own,
    "\(kit)/SessionStoreConformance.swift: @Test(arguments: SessionStoreConformance.checks)": own,
    "\(kit)/ValueStoreConformance.swift: @Test(arguments: ValueStoreConformance.checks)": own,
  ]
}()
