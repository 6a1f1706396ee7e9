package import FoundationEssentials
import Synchronization

/// What is known of a locale and a subject such as a currency, made once and kept.
///
/// One lock guards the entries; nothing is made while it is held, so two threads may make the
/// same entry, and one of the two is kept.
package final class LocaleCache<Subject: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Key: Hashable {
    let locale: Locale
    let subject: Subject
  }

  /// So that names of locales from outside cannot fill the memory, a full cache starts anew.
  private static var capacity: Int { 2048 }

  private let entries = Mutex<[Key: Value]>([:])
  private let make: @Sendable (Locale, Subject) -> Value

  package init(make: @escaping @Sendable (Locale, Subject) -> Value) {
    self.make = make
  }

  /// The entry for a locale and a subject.
  package subscript(locale: Locale, subject: Subject) -> Value {
    let key = Key(locale: locale, subject: subject)
    if let value = entries.withLock({ $0[key] }) { return value }
    let value = make(locale, subject)
    entries.withLock { entries in
      if entries.count >= Self.capacity { entries.removeAll() }
      entries[key] = value
    }
    return value
  }
}

/// The subject of what is known of plain numbers.
struct PlainNumbers: Hashable, Sendable {}

extension AmountNotation {
  /// The notations of currencies in use.
  static let cache = LocaleCache { AmountNotation(locale: $0, currency: $1) }

  /// The notations of plain numbers in use.
  private static let numbers = LocaleCache<PlainNumbers, AmountNotation> { locale, _ in
    AmountNotation(numbersOf: locale)
  }

  /// How the locale writes plain numbers.
  static func numbers(of locale: Locale) -> AmountNotation { numbers[locale, PlainNumbers()] }
}
