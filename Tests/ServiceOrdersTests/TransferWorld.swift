import ServiceOrders

/// A bank, what is under way to it, and two machines that move the round-up of one week: each step is
/// one event, so that all orders of events can be walked.
///
/// The machines decide by `OrderProgress` alone; everything else here is the world around them.
struct TransferWorld: Hashable {
  /// Which payments there are, as bits; what each gives.
  typealias Payments = UInt8

  /// A request on its way.
  struct Request: Hashable {
    let number: Int
    let amount: Int
    /// Which order sent it, for the proof alone; no bank knows.
    let order: Int
  }

  /// An order in a machine's book.
  struct Order: Hashable {
    /// Which order of the whole world it is.
    let id: Int
    /// The ordinal of its transfer in the week: machines that know the same use the same.
    let number: Int
    let payments: Payments
    var progress: OrderProgress

    func amount(_ gives: [Int]) -> Int { TransferWorld.sum(payments, gives) }
  }

  struct Machine: Hashable {
    var book: [Order] = []
    /// Which order of the book the running session carries out.
    var session: Int?
    /// The payments that its feed shows.
    var sees: Payments = 1
  }

  /// What the person at a machine reads.
  enum Sentence: Hashable {
    case moved(Order), notMoved(Order), notKnown(Order)
    case alreadyMoved([Order])
    case unanswered(Order)
  }

  /// What each payment gives.
  let gives: [Int]
  /// Whether the bank looks for money before it looks whether it knows the key.
  let asksForMoneyFirst: Bool

  /// What the bank has carried out, by the key's number.
  var moved: [Int: Request] = [:]
  var underWay: Set<Request> = []
  var hasMoney = true
  var payments: Payments = 1
  var machines = [Machine(), Machine()]
  private var orders = 0
  /// How often each thing that could go on for ever has happened.
  private var folderLosses = 0

  init(gives: [Int], asksForMoneyFirst: Bool) {
    self.gives = gives
    self.asksForMoneyFirst = asksForMoneyFirst
  }

  static func sum(_ payments: Payments, _ gives: [Int]) -> Int {
    gives.indices.reduce(0) { $0 + (payments & (1 << $1) == 0 ? 0 : gives[$1]) }
  }

  // MARK: - The bank

  private mutating func arrive(_ request: Request) -> OrderProgress.Answer {
    if asksForMoneyFirst, !hasMoney { return .refused }
    if let known = moved[request.number] {
      return known.amount == request.amount ? .done : .refused
    }
    guard hasMoney else { return .refused }
    moved[request.number] = request
    return .done
  }

  // MARK: - Events

  enum Event: Hashable {
    /// A new payment is made, and no feed shows it yet.
    case paid
    /// The feed of a machine shows other payments.
    case shown(Int, Payments)
    /// Money comes in or is spent.
    case moneyChanged
    /// A request that was taken for lost arrives.
    case arrived(Request)
    /// A person begins a round-up.
    case began(Int)
    /// The machine sends the order of its session.
    case sent(Int, Way)
    /// A person has an order of the book sent again, which nobody is at.
    case resumed(Int, order: Int)
    /// A person gives an order up.
    case gaveUp(Int, order: Int)
    /// The process ends, or the person leaves its session.
    case left(Int)
    /// Everything that a machine has kept is gone.
    case folderLost(Int)
  }

  /// What becomes of a request.
  enum Way: Hashable, CaseIterable {
    /// It arrives, and so does the answer.
    case answered
    /// It arrives, and the answer is lost.
    case answerLost
    /// It may arrive later, or never.
    case delayed
    /// It is known not to have been sent.
    case notSent
    /// The process ends before it is sent, after it has said so in the book.
    case diedBefore
    /// It arrives, and the process ends.
    case diedAfter
  }

  var events: [Event] {
    var events: [Event] = [.moneyChanged]
    if payments.nonzeroBitCount < gives.count { events.append(.paid) }
    events += underWay.map { .arrived($0) }
    for (index, machine) in machines.enumerated() {
      for seen in 1...payments where seen & ~payments == 0 && seen != machine.sees {
        events.append(.shown(index, seen))
      }
      if folderLosses == 0, !machine.book.isEmpty { events.append(.folderLost(index)) }
      if let session = machine.session {
        events.append(.left(index))
        let order = machine.book[session]
        if order.progress.next(for: .owner) == .send {
          events += Way.allCases.map { .sent(index, $0) }
        }
        if order.progress.isOpen { events.append(.gaveUp(index, order: session)) }
      } else {
        events.append(.began(index))
        for (number, order) in machine.book.enumerated() where order.progress.isOpen {
          events += [.resumed(index, order: number), .gaveUp(index, order: number)]
        }
      }
    }
    return events
  }

  /// Lets something happen.
  ///
  /// Returns what the person at the machine reads then.
  mutating func happen(_ event: Event) -> Sentence? {
    switch event {
    case .paid: payments |= 1 << UInt8(payments.nonzeroBitCount)
    case .shown(let machine, let seen): machines[machine].sees = seen
    case .moneyChanged: hasMoney.toggle()
    case .arrived(let request):
      underWay.remove(request)
      _ = arrive(request)
    case .began(let machine): return begin(machine)
    case .sent(let machine, let way): return send(machine, way)
    case .resumed(let machine, let order): machines[machine].session = order
    case .gaveUp(let machine, let order):
      guard machines[machine].book[order].progress.giveUp() else { return nil }
      machines[machine].session = nil
    case .left(let machine): leave(machine)
    case .folderLost(let machine):
      folderLosses += 1
      machines[machine].book = []
      machines[machine].session = nil
    }
    return nil
  }

  private mutating func begin(_ index: Int) -> Sentence? {
    let book = machines[index].book
    if let open = book.first(where: { $0.progress.isOpen }) { return .unanswered(open) }
    let done = book.filter { $0.progress.state == .done }
    let covered = done.reduce(0) { $0 | $1.payments }
    let left = machines[index].sees & ~covered
    guard left != 0 else { return .alreadyMoved(done) }
    machines[index].book.append(
      Order(
        id: orders, number: done.count, payments: left, progress: OrderProgress(.isAnsweredAlike)))
    orders += 1
    machines[index].session = machines[index].book.count - 1
    return nil
  }

  private mutating func send(_ index: Int, _ way: Way) -> Sentence? {
    guard let session = machines[index].session else { return nil }
    var order = machines[index].book[session]
    let request = Request(
      number: order.number, amount: order.amount(gives), order: order.id)
    order.progress.willBeSent()
    switch way {
    case .answered: order.progress.ended(with: arrive(request))
    case .answerLost:
      _ = arrive(request)
      order.progress.ended(with: .none)
    case .delayed:
      underWay.insert(request)
      order.progress.ended(with: .none)
    case .notSent: order.progress.ended(with: .notSent)
    case .diedBefore: break
    case .diedAfter: _ = arrive(request)
    }
    machines[index].book[session] = order
    if way == .diedBefore || way == .diedAfter {
      leave(index)
      return nil
    }
    switch order.progress.state {
    case .done:
      machines[index].session = nil
      return .moved(order)
    case .refused, .made:
      // It is taken out of the book, as if it had never been.
      machines[index].book.remove(at: session)
      machines[index].session = nil
      return .notMoved(order)
    case .sent, .inDoubt, .givenUp: return .notKnown(order)
    }
  }

  private mutating func leave(_ index: Int) {
    machines[index].session = nil
    machines[index].book = machines[index].book.compactMap { order in
      var order = order
      order.progress = OrderProgress(restoring: order.progress.state, order.progress.repetition)
      return order.progress.state == .made ? nil : order
    }
  }
}
