import FlowTestSupport
import Flowline
import FoundationEssentials
import Testing

/// The ids that people's scripts and tools for testing hold on to: nobody changes one unknowingly.
struct StepsTests {
  @Test func `the steps of all walks and their choices are these`() throws {
    var steps: [String: Set<String>] = [:]
    for walk in Walk.all {
      let look: (World) -> Void = { world in
        guard let prompt = world.controller.prompt else { return }
        steps[prompt.path.description, default: []].formUnion(prompt.kind.choices.map(\.key))
      }
      try walk.walk(beforeMove: { world, _ in look(world) }, atEnd: look)
    }
    let lines = steps.map { path, keys in
      keys.isEmpty ? path : "\(path): \(keys.sorted().joined(separator: " "))"
    }
    #expect(lines.sorted().joined(separator: "\n") == Self.expected)
  }

  /// The steps that walks hardly come to are looked up where they are written.
  @Test func `the screens, readings and orders in the code are these`() throws {
    var found: [String: Set<String>] = [:]
    let names = try FileManager.default.subpathsOfDirectory(atPath: flowsFolder.path)
    for name in names where name.hasSuffix(".swift") {
      let file = try Data(contentsOf: flowsFolder.appending(path: name))
      let asking =
        /(?:Screen|Form|read|load|order|commit|Load|show|confirm|choose|pick|conclude|after:)\(?\s*"([a-z-]+)"/
      let ids = String(decoding: file, as: UTF8.self).matches(of: asking).map {
        String($0.output.1)
      }
      let folder = String(name.prefix { $0 != "/" })
      if !ids.isEmpty { found[folder, default: []].formUnion(ids) }
    }
    let lines = found.map { "\($0): \($1.sorted().joined(separator: " "))" }
    #expect(lines.sorted().joined(separator: "\n") == Self.inCode)
  }

  private static let inCode = """
    Account: overview statement
    Accounts: account no-accounts
    BankSteps: account accounts again another change clock confirm give-up identity log-out log-out-unknown logged-out logged-out-here no-accounts nothing-open open-orders order orders settled signs token token-file way
    CreateGoal: confirm goal goal-details name refused target
    Goal: amount confirm deleted deletion details goal goals gone no-goals receipt refused transfer
    RoundUp: balance confirm goal goals no-goals not-moved payments receipt refused review shortage transfer week
    """

  private static let expected = """
    account/account: business euro personal
    account/create-goal/confirm
    account/create-goal/name
    account/create-goal/target
    account/goal/delete/confirm
    account/goal/delete/done/deleted
    account/goal/details: delete done refresh round-up withdraw
    account/overview: + done refresh round-up sea tax trip отпуск
    account/round-up/confirm
    account/round-up/done/receipt
    account/round-up/goal: new trip
    account/round-up/review
    account/round-up/week: last this
    accounts/account/goal/details: delete done refresh round-up withdraw
    accounts/account/goal/round-up/confirm
    accounts/account/goal/round-up/done/receipt
    accounts/account/goal/round-up/review
    accounts/account/goal/round-up/week: last this
    accounts/account/overview: + done refresh round-up tax trip
    accounts/account: business done euro personal refresh
    accounts/log-in/way: file leave type
    accounts/not-loaded: again leave log-in
    create-goal/account: business euro personal
    create-goal/confirm
    create-goal/name
    create-goal/not-done: again leave
    create-goal/target
    goal/account: business euro personal
    goal/delete/confirm
    goal/delete/done/deleted
    goal/details: delete done refresh round-up withdraw
    goal/goal: trip
    goal/no-goals
    goal/round-up/confirm
    goal/round-up/done/receipt
    goal/round-up/review
    goal/round-up/week: last this
    goal/withdraw/amount
    goal/withdraw/confirm
    goal/withdraw/done/receipt
    log-in/identity
    log-in/token
    log-in/way: file leave type
    log-out/confirm
    log-out/done/logged-out
    log-out/log-out-unknown: again leave
    orders/nothing-open
    orders/open-order/confirm
    orders/open-order/done/settled
    orders/open-order/order: again give-up leave look
    orders/order: bike done trip trip-2
    round-up/account: business euro personal
    round-up/confirm
    round-up/done/receipt
    round-up/goal: new tax trip
    round-up/log-in/identity
    round-up/log-in/token
    round-up/log-in/way: file leave type
    round-up/new-goal/confirm
    round-up/new-goal/name
    round-up/new-goal/target
    round-up/open-order/order: again give-up leave look
    round-up/review
    round-up/shortage
    round-up/week: last this
    """
}
