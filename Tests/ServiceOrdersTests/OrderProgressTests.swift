import ServiceOrders
import Testing

@Suite struct OrderProgressTests {
  typealias State = OrderProgress.State
  typealias Answer = OrderProgress.Answer

  private func order(
    _ answers: [Answer], _ repetition: OrderProgress.Repetition = .isAnsweredAlike
  ) -> OrderProgress {
    var order = OrderProgress(repetition)
    for answer in answers {
      order.willBeSent()
      order.ended(with: answer)
    }
    return order
  }

  @Test(arguments: [
    ([Answer.done], State.done),
    ([.refused], .refused),
    ([.notSent], .made),
    ([.none], .inDoubt),
    ([.notSent, .refused], .refused),
    ([.none, .done], .done),
    // The provider may refuse to do again what it has done.
    ([.none, .refused], .inDoubt),
    ([.none, .notSent], .inDoubt),
    ([.none, .notSent, .refused], .inDoubt),
    ([.none, .refused, .done], .done),
  ])
  func `answers settle an order, or leave it in doubt`(answers: [Answer], state: State) {
    #expect(order(answers).state == state)
  }

  @Test(arguments: OrderProgress.Repetition.allCases)
  func `an order whose process ended while it was sent is in doubt`(
    repetition: OrderProgress.Repetition
  ) {
    var restored = OrderProgress(restoring: .sent, repetition)
    #expect(restored.state == .inDoubt && restored.isOpen)
    restored.willBeSent()
    restored.ended(with: .refused)
    #expect(restored.state == .inDoubt)
  }

  @Test(arguments: OrderProgress.Repetition.allCases, State.allCases)
  func `nobody but the owner has an order sent`(
    repetition: OrderProgress.Repetition, state: State
  ) {
    let order = OrderProgress(restoring: state, repetition)
    #expect(order.next(for: .other) != .send)
    for hasSettled in [false, true] {
      #expect(order.afterLooking(for: .other, hasSettled: hasSettled) == .none)
    }
  }

  @Test(arguments: OrderProgress.Repetition.allCases)
  func `an order that was given up is neither sent nor looked for`(
    repetition: OrderProgress.Repetition
  ) {
    var order = order([.none], repetition)
    let wasGivenUp = order.giveUp()
    #expect(wasGivenUp)
    for asker in OrderProgress.Asker.allCases { #expect(order.next(for: asker) == .none) }
    order.willBeSent()
    order.ended(with: .done)
    order.wasFound()
    let isGivenUpAgain = order.giveUp()
    #expect(order.state == .givenUp && !isGivenUpAgain)
  }

  @Test(arguments: [State.sent, .done, .refused])
  func `what is under way or settled cannot be given up`(state: State) {
    var order = order(state == .done ? [.done] : [.refused])
    if state == .sent {
      order = OrderProgress(.isAnsweredAlike)
      order.willBeSent()
    }
    #expect(order.state == state)
    let wasGivenUp = order.giveUp()
    #expect(!wasGivenUp && order.state == state)
  }

  @Test func `an order that would be doubled waits until the last request cannot arrive`() {
    let order = order([.none], .doubles)
    #expect(order.next(for: .owner) == .look)
    #expect(order.afterLooking(for: .owner, hasSettled: false) == .wait)
    #expect(order.afterLooking(for: .owner, hasSettled: true) == .send)
  }

  @Test func `an order that the provider knows by its key is sent again without a look`() {
    #expect(order([.none]).next(for: .owner) == .send)
    #expect(order([.none], .isHarmless).next(for: .owner) == .look)
  }

  @Test func `a sign settles an order in doubt, and nothing else`() {
    for state in State.allCases {
      var order = OrderProgress(restoring: state, .doubles)
      let before = order.state
      order.wasFound()
      #expect(order.state == (before == .inDoubt ? .done : before))
    }
  }
}
