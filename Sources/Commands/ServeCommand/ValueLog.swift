import Flowline
import ServiceBasics

/// A shared log of a customer in a store of small things: a value for each entry, named by its number.
struct ValueLog: SharedLog {
  /// The shelf alone: customers read it in errors, which name neither the customer nor the database.
  var name: String { shelf }
  private let store: any ValueStore
  private let owner: UserID
  private let shelf: String
  /// What the names of the values begin with.
  private let prefix: String
  private let forgets: Bool
  private let faults: FaultLog

  /// Makes a log; nothing is read yet.
  ///
  /// - Parameters:
  ///   - store: keeps it.
  ///   - shelf: what kind of log it is.
  ///   - customer: whose it is.
  ///   - place: what it is about, such as the address of a bank; there is one for each.
  ///   - forgets: whether early entries are forgotten.
  ///   - faults: gets what is wrong with the store.
  init(
    in store: any ValueStore, on shelf: String, of customer: Customer, at place: String,
    forgets: Bool, faults: FaultLog
  ) {
    self.store = store
    self.shelf = shelf
    owner = customer.user
    prefix = "\(customer.name)/\(Customer.anonymous(place))/"
    self.forgets = forgets
    self.faults = faults
  }

  func entries(after number: Int) async throws(SharedLogFailure) -> [NumberedEntry] {
    do throws(StoreFailure) {
      // The next one may have been forgotten.
      guard number > 0, !forgets else {
        return try await store.values(of: owner, on: shelf, beginning: prefix).compactMap { value in
          guard let found = Int(value.name.dropFirst(prefix.count)), found > number else {
            return nil
          }
          return NumberedEntry(found, value.bytes)
        }
      }
      var entries: [NumberedEntry] = []
      while let value = try await store.value(named: name(number + entries.count + 1), on: shelf) {
        entries.append(NumberedEntry(number + entries.count + 1, value.bytes))
      }
      return entries
    } catch {
      throw failure(error)
    }
  }

  func append(_ entry: [UInt8], as number: Int) async throws(SharedLogFailure) -> Bool {
    do throws(StoreFailure) {
      return try await store.make(
        KeptValue(shelf: shelf, name: name(number), owner: owner, bytes: entry))
    } catch {
      throw failure(error)
    }
  }

  func forget(through number: Int) async throws(SharedLogFailure) {
    do throws(StoreFailure) {
      for value in try await store.values(of: owner, on: shelf, beginning: prefix) {
        guard let found = Int(value.name.dropFirst(prefix.count)), found <= number else { continue }
        try await store.remove(named: value.name, on: shelf)
      }
    } catch {
      throw failure(error)
    }
  }

  /// The name of an entry: its number has as many digits in each, so that names are in their order.
  private func name(_ number: Int) -> String {
    KeptValue.name(prefix, number, digits: 12)
  }

  private func failure(_ failure: StoreFailure) -> SharedLogFailure {
    faults.note(failure)
    return switch failure.code {
    case .unreadable: SharedLogFailure(.damaged, at: shelf, "what is kept cannot be read")
    case .newerVersion:
      SharedLogFailure(.newer, at: shelf, "a newer version of the program made what is kept")
    default: SharedLogFailure(.unavailable, at: shelf, "it cannot be reached at the moment")
    }
  }
}
