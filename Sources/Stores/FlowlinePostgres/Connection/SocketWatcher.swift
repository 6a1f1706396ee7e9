import CLibPQ
import Flowline
import Glibc
import Synchronization

/// Tells when sockets are ready, on one thread for all of them.
///
/// That thread alone wakes up for an answer; a dispatch source wakes up two. And a source whose socket hangs up as
/// it is cancelled can end the program: https://github.com/swiftlang/swift-corelibs-libdispatch/issues/949.
final class SocketWatcher: Sendable {
  /// What a socket is watched for.
  enum Interest {
    case reading
    case readingAndWriting
    /// The next time that it can be read from, or is broken.
    case readingOnce
    /// The next time that it can be written to, or is broken.
    case writingOnce
    /// That it is broken, which is told always.
    case nothing

    fileprivate var events: UInt32 {
      switch self {
      case .reading: EPOLLIN.rawValue
      case .readingAndWriting: EPOLLIN.rawValue | EPOLLOUT.rawValue
      case .readingOnce: EPOLLIN.rawValue | EPOLLONESHOT.rawValue
      case .writingOnce: EPOLLOUT.rawValue | EPOLLONESHOT.rawValue
      case .nothing: 0
      }
    }
  }

  /// A socket that is watched, until its watch is ended.
  final class Watch: Sendable {
    fileprivate let watcher: SocketWatcher
    fileprivate let socket: Int32
    fileprivate let number: UInt64

    fileprivate init(_ watcher: SocketWatcher, _ socket: Int32, _ number: UInt64) {
      (self.watcher, self.socket, self.number) = (watcher, socket, number)
    }

    /// Watches for something else from now on; false if the system refuses.
    func change(to interest: Interest) -> Bool {
      watcher.control(EPOLL_CTL_MOD, self, interest)
    }

    /// Watches no more, as it must before the socket is closed; the handler may still be running.
    func end() {
      _ = watcher.control(EPOLL_CTL_DEL, self, .reading)
      watcher.handlers.withLock { $0.byNumber[number] = nil }
    }
  }

  private struct Handlers {
    var byNumber: [UInt64: @Sendable () -> Void] = [:]
    var numbers: UInt64 = 0
  }

  /// The only one; nil if the system has no descriptor or thread left for it.
  private static let first = Mutex<SocketWatcher?>(nil)

  private let descriptor: Int32
  private let handlers = Mutex(Handlers())

  private init?() {
    descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    guard DetachedThread.begin({ [self] in run() }) else {
      Glibc.close(descriptor)
      return nil
    }
  }

  /// Watches a socket; nil if the system refuses.
  ///
  /// - Parameters:
  ///   - socket: stays open until the watch is ended.
  ///   - interest: what it is watched for.
  ///   - handler: is called each time the socket is ready or broken, on the watcher's thread, which it must not
  ///     hold up.
  static func watch(
    _ socket: Int32, for interest: Interest, _ handler: @escaping @Sendable () -> Void
  ) -> Watch? {
    let watcher = first.withLock { first in
      if first == nil { first = SocketWatcher() }
      return first
    }
    return watcher?.add(socket, interest, handler)
  }

  private func add(
    _ socket: Int32, _ interest: Interest, _ handler: @escaping @Sendable () -> Void
  ) -> Watch? {
    let watch = handlers.withLock { handlers in
      handlers.numbers += 1
      handlers.byNumber[handlers.numbers] = handler
      return Watch(self, socket, handlers.numbers)
    }
    if control(EPOLL_CTL_ADD, watch, interest) { return watch }
    watch.end()
    return nil
  }

  private func control(_ operation: Int32, _ watch: Watch, _ interest: Interest) -> Bool {
    var event = epoll_event()
    event.events = interest.events
    event.data.u64 = watch.number
    return epoll_ctl(descriptor, operation, watch.socket, &event) == 0
  }

  private func run() -> Never {
    var events = [epoll_event](repeating: epoll_event(), count: 64)
    while true {
      // Nothing but a signal ends a wait without an event.
      let count = epoll_wait(descriptor, &events, Int32(events.count), -1)
      for event in events.prefix(max(0, Int(count))) {
        handlers.withLock { $0.byNumber[event.data.u64] }?()
      }
    }
  }
}
