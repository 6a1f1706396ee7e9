import Bank
import BankFlows
import Testing

/// A bank that is opened when it is first asked for something.
struct LazyBankTests {
  @Test func `a file that is busy keeps a read from being made, and says nothing of an order`()
    async throws
  {
    let bank = LazyBank {
      throw BankError.unavailable(cause: "another process holds it", path: "/bank.sqlite")
    }
    let read = await #expect(throws: BankError.self) { try await bank.accounts() }
    #expect(read?.code == .unavailable)
    guard case .transfer(let transfer) = OpenOrder.transfer().contents,
      case .goal(let goal) = OpenOrder.goal().contents,
      case .deletion(let deletion) = OpenOrder.deletion().contents
    else {
      Issue.record("the sample is not what it was")
      return
    }
    let orders: [() async throws -> Void] = [
      { _ = try await bank.move(transfer) }, { _ = try await bank.createGoal(goal) },
      { _ = try await bank.deleteGoal(deletion) },
    ]
    for order in orders {
      let error = await #expect(throws: BankError.self) { try await order() }
      #expect(error?.code == .storage && error?.path == "/bank.sqlite")
    }
  }
}
