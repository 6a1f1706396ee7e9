/// The events that were delivered to a session, each under the name of the steps that wait for it.
///
/// An event is a fact from outside: going back undoes what a flow did with it, not that it came.
struct Mailbox: Hashable, Sendable {
  /// An event, and whether a wait has taken it.
  struct Event: Hashable, Sendable {
    let value: JSONValue
    /// What tells it from others of its name, so that it counts once; nil if each counts.
    let key: String?
    fileprivate(set) var isTaken = false
  }

  /// The events of one name in the order they came in.
  private struct Queue: Hashable {
    var events: [Event] = []
    /// The places of those with a key.
    var keys: [String: Int] = [:]
    /// All before it are taken.
    var first = 0

    mutating func skipTaken() {
      while first < events.count, events[first].isTaken { first += 1 }
    }
  }

  private var queues: [StepID: Queue] = [:]
  /// How many events no wait has taken.
  private(set) var openCount = 0
  /// Whether an event or a wait has come since events were last offered to waits.
  var hasNews = false

  init() {}

  /// The mailbox of a journal: its events, none of them taken.
  init(_ entries: [JournalEntry]) {
    for entry in entries where entry.verb == .event {
      guard let event = entry.event else { continue }
      add(event.value, key: event.key, to: entry.id)
    }
  }

  mutating func add(_ value: JSONValue, key: String?, to name: StepID) {
    var queue = queues.removeValue(forKey: name) ?? Queue()
    if let key { queue.keys[key] = queue.events.count }
    queue.events.append(Event(value: value, key: key))
    queues[name] = queue
    openCount += 1
    hasNews = true
  }

  /// The event of a name that has a key.
  func event(_ key: String, of name: StepID) -> Event? {
    guard let queue = queues[name], let place = queue.keys[key] else { return nil }
    return queue.events[place]
  }

  /// The number of the first event of a name that is not taken, counted from 1; nil if there is none.
  func firstOpen(of name: StepID) -> Int? {
    guard let queue = queues[name], queue.first < queue.events.count else { return nil }
    return queue.first + 1
  }

  /// How many events of a name no wait has taken.
  func openCount(of name: StepID) -> Int {
    guard let queue = queues[name] else { return 0 }
    return queue.events[queue.first...].count { !$0.isTaken }
  }

  /// The numbers of the events of a name that are not taken, in the order they came in.
  ///
  /// They are looked for one at a time: most waits can read the first.
  func open(of name: StepID) -> some Sequence<Int> {
    let queue = queues[name] ?? Queue()
    return queue.events.indices[queue.first...].lazy.filter { !queue.events[$0].isTaken }
      .map { $0 + 1 }
  }

  /// An event by its name and its number, counted from 1; nil if there is none.
  func event(_ number: Int, of name: StepID) -> Event? {
    guard let queue = queues[name], queue.events.indices.contains(number - 1) else { return nil }
    return queue.events[number - 1]
  }

  /// A wait takes an event.
  ///
  /// Returns its value; nil if there is no such event, or it is taken.
  mutating func take(_ number: Int, of name: StepID) -> JSONValue? {
    guard let event = event(number, of: name), !event.isTaken else { return nil }
    queues[name]?.events[number - 1].isTaken = true
    openCount -= 1
    queues[name]?.skipTaken()
    return event.value
  }
}

extension JournalEntry {
  /// Tells that an event came.
  init(event name: StepID, _ value: JSONValue, key: String?) {
    var members = ["value": value]
    if let key { members["key"] = .string(key) }
    self.init(.event, name, in: .unknown, .json(.object(members)))
  }

  /// What an `event` entry tells; nil if it is another entry.
  var event: (value: JSONValue, key: String?)? {
    guard verb == .event, let json = payload.json else { return nil }
    return (json["value"] ?? .null, json["key"]?.string)
  }
}
