import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// A number that tells the threads of this process apart; never 0.
///
/// Not the system's own: `pthread_self` is declared to return the same whenever it is called, so that an
/// optimized body, which goes on on another thread, may take what it returned before for its own.
enum ThreadID {
  private static let count = Atomic<UInt>(0)
  private static let key = {
    var key = pthread_key_t()
    let result = pthread_key_create(&key, nil)
    precondition(result == 0, "the system has no room for one more value a thread")
    return key
  }()

  @inline(__always) static var current: UInt {
    pthread_getspecific(key).map { UInt(bitPattern: $0) } ?? begin()
  }

  /// Numbers the calling thread, which has no number yet.
  @inline(never)
  private static func begin() -> UInt {
    let number = count.add(1, ordering: .relaxed).newValue
    pthread_setspecific(key, UnsafeRawPointer(bitPattern: number))
    return number
  }
}
