import Bank
import BankTestSupport
import DataSetTesting
import DataSets
import Synchronization
import Testing

@testable import BankServices

/// Many tasks on many threads over one data set.
@Suite struct CrowdTests {
  @Test func `readers, orders and those who give up, all at once, leave nobody waiting`()
    async throws
  {
    let bank = try WatchedBank()
    let services = BankServices(bank)
    let order = GoalDeletion(
      key: uuid(1), account: bank.personal.id, goal: try #require(.init(uuid(2))))
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          for round in 0..<100 {
            let waiting = Task {
              let known = try await services.accounts.current()
              _ = try await services.accounts.change(after: known)
            }
            let viewing = Task {
              for await state in services.accounts.states where state.snapshot == nil {}
            }
            if (number + round).isMultiple(of: 3) {
              _ = try? await services.bank.deleteGoal(order)
            }
            let known = try? await services.accounts.reload(round.isMultiple(of: 2) ? .hard : .soft)
            #expect(known?.value.count == 2)
            waiting.cancel()
            viewing.cancel()
            _ = await waiting.result
            await viewing.value
          }
        }
      }
    }
    #expect(services.accounts.waiting == 0)
    let last = try await services.accounts.reload(.hard)
    #expect(last.isFresh)
  }
}
