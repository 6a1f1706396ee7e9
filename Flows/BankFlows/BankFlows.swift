import AccountsFeature
public import Bank
import CreateGoalFeature
public import Flowline
import RoundUpFeature

/// The flows of the bank, as every program of the project offers them.
public enum BankFlows {
  /// The catalogue: `round-up`, `create-goal` and `accounts`, at one bank.
  public static func catalog(bank: any Bank) -> FlowCatalog {
    var catalog = FlowCatalog()
    catalog.add(RoundUpFlow(bank: bank), summary: RoundUpFlow.summary)
    catalog.add(CreateGoalFlow(bank: bank), summary: CreateGoalFlow.summary)
    catalog.add(AccountsFlow(bank: bank), summary: AccountsFlow.summary)
    return catalog
  }
}
