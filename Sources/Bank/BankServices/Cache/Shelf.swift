import Bank
import ServiceBasics
import Synchronization

/// The place of one data set in a cache.
final class Shelf<Value: Codable & Sendable>: Sendable {
  /// A copy that was found.
  struct Found: Sendable {
    let value: Value
    let readAt: Timestamp
    let isStale: Bool
    let holder: String?
  }

  private let folder: CacheFolder
  private let place: ShelfPlace
  private let restore: @Sendable (Value, CopyFile.Header) -> Value?
  /// The number of the latest read that was written down.
  private let written = Mutex(0)

  /// - Parameter restore: what of a copy can be used, which may be of another interval.
  init(
    _ folder: CacheFolder, _ place: ShelfPlace,
    restoring restore: @escaping @Sendable (Value, CopyFile.Header) -> Value? = { value, _ in value
    }
  ) {
    self.folder = folder
    self.place = place
    self.restore = restore
  }

  /// The copy, where there is one that can be used; the holder is the customer, where known.
  func find(for holder: String?) -> Found? {
    do throws(CacheNote) {
      guard let copy = try place.read(in: folder) else { return nil }
      if let holder, copy.header.holder != holder { return nil }
      let value = try copy.value(Value.self, at: folder.path(of: place.name))
      return restore(value, copy.header).map {
        Found(
          value: $0, readAt: copy.header.readAt, isStale: copy.header.isStale,
          holder: copy.header.holder)
      }
    } catch {
      folder.note(error)
      return nil
    }
  }

  /// Writes down what was read, unless a later read has been.
  func keep(_ value: Value, readAt: Timestamp, read number: Int, holder: String?, now: Timestamp) {
    written.withLock { written in
      guard written < number else { return }
      written = number
      place.keep(value, readAt: readAt, holder: holder, now: now, in: folder)
    }
  }

  /// Writes down that the copy is stale.
  func markStale(at now: Timestamp) {
    place.markStale(at: now, in: folder)
  }
}
