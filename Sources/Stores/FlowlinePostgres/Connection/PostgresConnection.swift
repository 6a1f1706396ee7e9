import CLibPQ
import Dispatch
import Flowline
import Glibc
import Synchronization

/// A connection to a database: calls are sent as they come and answered in their order, so that several
/// are under way at once (libpq's pipeline mode).
///
/// It never waits for the network on a thread: its socket is watched, and read on its dispatch queue.
/// Resolving a host's name is libpq's, and may take the queue as long as the system's resolver does. A call
/// that is not answered in time, or a broken connection, ends all calls under way as
/// ``PostgresFailure/Kind/unknown``.
actor PostgresConnection {
  /// A call that was sent.
  private struct Sent {
    let deadline: DispatchTime
    /// The seconds that lead to it, as a failure tells them.
    let limit: Double
    /// The statements' results, and which of them prepare a statement.
    var results: [PostgresCall.Result] = []
    var failure: PostgresFailure?
    /// What is awaited: a statement that is prepared or run, in order.
    var awaited: ArraySlice<Awaited>
    let end: CheckedContinuation<Result<[PostgresCall.Result], PostgresFailure>, Never>
  }

  /// A call that was answered, whose caller is not told yet.
  private struct Answered {
    let call: Sent
    let result: Result<[PostgresCall.Result], PostgresFailure>

    func tell() { call.end.resume(returning: result) }
  }

  private enum Awaited {
    case preparation(of: String)
    case result
  }

  private let executor: QueueExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// The server that it is to.
  nonisolated let server: PostgresServer
  private let options: PostgresOptions
  /// How many seconds the opening may take.
  private let openingTime: Double
  /// libpq's connection; nil before it is opened.
  private var handle: ConnectionHandle?
  /// By when it must be ready for calls.
  private var openingDeadline = DispatchTime.distantFuture
  /// What the opening waits for.
  private var waiting: SocketWait?
  private var isClosed = false
  /// Changed on the queue alone.
  private let isConnected = Atomic<Bool>(false)
  /// When it last answered a call, as dispatch counts nanoseconds; changed on the queue alone.
  private let lastAnswer = Atomic<UInt64>(0)
  private var sent: [Sent] = []
  private var firstSent = 0
  private var answered: [Answered] = []
  /// The names of the statements that are prepared, or are being prepared.
  private var prepared: [String: String] = [:]
  /// How many names were given: a name is given once, also if its statement could not be prepared.
  private var names = 0
  /// Whether the socket took no more when it was last written to.
  private var isWriting = false
  /// How many calls were answered.
  private var answers = 0
  /// The number of the call whose caller reads from the socket until it is answered; nil if the watcher says when
  /// there is something to read.
  private var led: Int?
  private var isTimed = false

  /// Makes a connection that is to be opened.
  init(_ server: PostgresServer, _ options: PostgresOptions) {
    self.server = server
    self.options = options
    openingTime = server.openingTime ?? options.openingTime
    executor = QueueExecutor("flowline.postgres")
  }

  // MARK: - Opening

  /// Connects.
  ///
  /// - Throws: ``PostgresFailure/Kind/notSent`` in the server's or libpq's words, also if it is closed
  ///   meanwhile.
  func open() async throws(PostgresFailure) {
    guard let handle = ConnectionHandle.begin(server.words) else {
      throw PostgresFailure(kind: .notSent, place: server.place, reason: "out of memory")
    }
    self.handle = handle
    let deadline = DispatchTime.now() + openingTime
    openingDeadline = deadline
    var step = handle.beginning
    while true {
      if isClosed { step = .failed("the connection was closed") }
      switch step {
      case .toRead: step = await nextStep(of: handle, awaiting: .readingOnce, until: deadline)
      case .toWrite: step = await nextStep(of: handle, awaiting: .writingOnce, until: deadline)
      case .done:
        if start(handle) { return }
        step = .failed(Self.notWatched)
      case .failed(let reason):
        handle.close(wakingReader: false)
        throw PostgresFailure(kind: .notSent, place: server.place, reason: reason)
      }
    }
  }

  private func nextStep(
    of handle: ConnectionHandle, awaiting interest: SocketWatcher.Interest,
    until deadline: DispatchTime
  ) async -> ConnectionHandle.Opening {
    let wait = SocketWait()
    waiting = wait
    defer { waiting = nil }
    return switch await wait.end(at: handle.socket, for: interest, until: deadline) {
    case .ready: handle.poll()
    case .over: .failed("no connection within \(openingTime) s")
    case .refused: .failed(Self.notWatched)
    }
  }

  private static let notWatched = "the system has no room for watching its socket"

  /// Begins to watch the socket; false if the system refuses.
  private func start(_ handle: ConnectionHandle) -> Bool {
    let isWatched = handle.beWatched { [weak self] in
      guard let self else { return }
      // They are told when the queue is free again: what they ask next would wait for it.
      let answered = executor.queue.sync { assumeIsolated { $0.socketIsReady() } }
      for call in answered { call.tell() }
    }
    isConnected.store(isWatched, ordering: .sequentiallyConsistent)
    return isWatched
  }

  /// Reads what has arrived, and returns the calls that it answers.
  private func socketIsReady() -> [Answered] {
    if isWriting { flush() }
    read()
    defer { answered = [] }
    return answered
  }

  /// Whether calls can be sent: from when it is opened until it breaks, also if no call finds that out.
  nonisolated var isOpen: Bool { isConnected.load(ordering: .sequentiallyConsistent) }

  /// Whether it has answered a call since a moment.
  nonisolated func hasAnswered(since moment: DispatchTime) -> Bool {
    lastAnswer.load(ordering: .sequentiallyConsistent) >= moment.uptimeNanoseconds
  }

  // MARK: - Calls

  /// Makes a call, and returns what its statements came to.
  ///
  /// - Parameters:
  ///   - call: the statements.
  ///   - isOpening: whether it is part of the opening, whose time is its time, too.
  ///   - isAlone: whether the database has no other call to answer at the moment.
  nonisolated func make(
    _ call: PostgresCall, whileOpening isOpening: Bool = false, alone isAlone: Bool = false
  ) async -> Result<[PostgresCall.Result], PostgresFailure> {
    // On the calling thread, which waits at the most for another call that is being sent or read: no
    // thread need wake up for it.
    await withCheckedContinuation { end in
      let mayLead = isAlone && MediumThreads.shared.isOneHere
      let isLed = executor.queue.sync {
        assumeIsolated { connection in
          connection.send(call, isOpening, end)
          return mayLead && connection.beginLeading()
        }
      }
      if isLed { MediumThreads.shared.wait { lead() } }
    }
  }

  // MARK: - Waiting in place

  /// Has the caller of the call that was just sent read from the socket, if that is the only one under way.
  ///
  /// The caller's thread is the only one that wakes up for the answer then.
  private func beginLeading() -> Bool {
    guard isOpen, let handle, led == nil, !isWriting, sent.count - firstSent == 1,
      handle.watch(for: .nothing)
    else { return false }
    led = answers + 1
    return true
  }

  /// Reads what arrives until the caller's own call is answered, or the connection is closed.
  private nonisolated func lead() {
    while let socket = executor.queue.sync(
      execute: { assumeIsolated { $0.socketOfLeader() } })
    {
      var awaited = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      // Looked at in between, too: it may just have been closed, or its answer read by the watcher or by libpq
      // while it sent something.
      _ = poll(&awaited, 1, 50)
      let answered = executor.queue.sync { assumeIsolated { $0.socketIsReady() } }
      for call in answered { call.tell() }
    }
  }

  /// What the caller that reads waits at; nil, and the socket is watched again, if its call is answered.
  private func socketOfLeader() -> Int32? {
    guard isOpen, let handle, let led else {
      self.led = nil
      return nil
    }
    guard led > answers else {
      self.led = nil
      if !handle.watch(for: isWriting ? .readingAndWriting : .reading) {
        fail("its socket cannot be watched")
      }
      return nil
    }
    return handle.socket
  }

  private func send(
    _ call: PostgresCall, _ isOpening: Bool,
    _ end: CheckedContinuation<Result<[PostgresCall.Result], PostgresFailure>, Never>
  ) {
    // Looked at in the same turn of the queue as the call is noted: it is answered by now or by the end of
    // the connection.
    guard isOpen, let handle else {
      return end.resume(
        returning: .failure(PostgresFailure(kind: .stale, reason: "the connection is closed")))
    }
    var awaited: [Awaited] = []
    var isSent = true
    for statement in call.statements {
      let name: String
      if let known = prepared[statement.sql] {
        name = known
      } else {
        names += 1
        name = "f\(names)"
        prepared[statement.sql] = name
        awaited.append(.preparation(of: statement.sql))
        isSent = isSent && handle.prepare(name, statement)
      }
      awaited.append(.result)
      isSent = isSent && handle.run(name, statement)
    }
    isSent = isSent && handle.synchronize()
    let answer = DispatchTime.now() + options.answerTime
    // Never later than that of a call behind it: the timer is set for the first one.
    let isShort = isOpening && openingDeadline < answer
    sent.append(
      Sent(
        deadline: isShort ? openingDeadline : answer,
        limit: isShort ? openingTime : options.answerTime, awaited: awaited[...], end: end))
    // What libpq could not even take leaves the connection in no known state.
    guard isSent else { return fail(handle.lastError) }
    flush()
    if !isTimed { setTimer() }
  }

  /// Sends what libpq holds, as far as the socket takes it.
  private func flush() {
    guard isOpen, let handle else { return }
    switch handle.flush() {
    case 0: awaitWriting(false)
    case 1: awaitWriting(true)
    default: fail(handle.lastError)
    }
  }

  private func awaitWriting(_ isAwaited: Bool) {
    guard isWriting != isAwaited, let handle else { return }
    isWriting = isAwaited
    // Who reads from it may wait for that alone.
    let interest = led == nil ? SocketWatcher.Interest.reading : .nothing
    if !handle.watch(for: isAwaited ? .readingAndWriting : interest) {
      fail("its socket cannot be watched")
    }
  }

  // MARK: - Results

  private func read() {
    guard isOpen, let handle else { return }
    guard handle.consume() else { return fail(handle.lastError) }
    while isOpen, firstSent < sent.count, let answer = handle.nextAnswer() {
      take(answer, from: handle)
    }
    if firstSent == sent.count {
      sent.removeAll(keepingCapacity: true)
      firstSent = 0
    } else if firstSent > 64 {
      sent.removeFirst(firstSent)
      firstSent = 0
    }
    if isOpen, !handle.isAlive { fail(handle.lastError) }
  }

  private func take(_ answer: ConnectionHandle.Answer, from handle: ConnectionHandle) {
    switch answer {
    case .result(let result):
      if case .result? = sent[firstSent].awaited.first { sent[firstSent].results.append(result) }
    case .refused(let failure):
      if sent[firstSent].failure == nil { sent[firstSent].failure = failure }
      forgetPreparation()
    case .aborted: forgetPreparation()
    case .broken(let reason): return fail(reason)
    case .statementEnded: sent[firstSent].awaited = sent[firstSent].awaited.dropFirst()
    case .callEnded:
      let call = sent[firstSent]
      firstSent += 1
      answers += 1
      lastAnswer.store(DispatchTime.now().uptimeNanoseconds, ordering: .sequentiallyConsistent)
      var failure = call.failure
      // A commit that did not wait for a standby may be lost with the server.
      if let reason = handle.takeUnsafeCommit() {
        failure = PostgresFailure(kind: .unknown, place: server.place, reason: reason)
      }
      answered.append(
        Answered(call: call, result: failure.map { .failure($0) } ?? .success(call.results)))
    }
  }

  /// A statement was not prepared: it is prepared anew when it is next made.
  private func forgetPreparation() {
    if case .preparation(let sql)? = sent[firstSent].awaited.first { prepared[sql] = nil }
  }

  // MARK: - The end

  private func setTimer() {
    guard isOpen, firstSent < sent.count else {
      isTimed = false
      return
    }
    isTimed = true
    executor.queue.asyncAfter(deadline: sent[firstSent].deadline) { [weak self] in
      self?.assumeIsolated { $0.timeIsUp() }
    }
  }

  private func timeIsUp() {
    if isOpen, firstSent < sent.count, sent[firstSent].deadline <= .now() {
      fail("no answer within \(sent[firstSent].limit) s")
    }
    setTimer()
  }

  /// Ends the connection, and all calls under way: nobody knows what became of them.
  private func fail(_ reason: String) {
    guard isOpen else { return }
    isConnected.store(false, ordering: .sequentiallyConsistent)
    let calls = sent[firstSent...]
    sent = []
    firstSent = 0
    handle?.close(wakingReader: led != nil)
    let failure = PostgresFailure(kind: .unknown, place: server.place, reason: reason)
    for call in calls { call.end.resume(returning: .failure(failure)) }
  }

  /// Closes the connection, also while it is being opened.
  func close() {
    isClosed = true
    waiting?.giveUp()
    fail("the connection was closed")
  }

  /// Closes it soon; the caller does not wait for that.
  nonisolated func closeSoon() {
    executor.queue.async { [self] in assumeIsolated { $0.close() } }
  }
}
