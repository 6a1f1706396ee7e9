import FoundationEssentials
import Synchronization

/// What is known of a locale and a currency, made once and kept.
///
/// One lock guards the entries; nothing is made while it is held, so two threads may make the
/// same entry, and one of the two is kept.
final class LocaleCache<Value: Sendable>: Sendable {
  private struct Key: Hashable {
    let locale: Locale
    let currency: Currency
  }

  /// So that names of locales from outside cannot fill the memory, a full cache starts anew.
  private static var capacity: Int { 2048 }

  private let entries = Mutex<[Key: Value]>([:])
  private let make: @Sendable (Locale, Currency) -> Value

  init(make: @escaping @Sendable (Locale, Currency) -> Value) {
    self.make = make
  }

  /// The entry for a locale and a currency.
  subscript(locale: Locale, currency: Currency) -> Value {
    let key = Key(locale: locale, currency: currency)
    if let value = entries.withLock({ $0[key] }) { return value }
    let value = make(locale, currency)
    entries.withLock { entries in
      if entries.count >= Self.capacity { entries.removeAll() }
      entries[key] = value
    }
    return value
  }
}

extension AmountNotation {
  /// The notations in use.
  static let cache = LocaleCache { AmountNotation(locale: $0, currency: $1) }
}
