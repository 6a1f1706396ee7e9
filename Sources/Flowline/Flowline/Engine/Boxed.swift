/// A value that a session seldom has, kept outside of it: eight bytes if there is none.
@propertyWrapper
struct Boxed<Value: Sendable>: Sendable {
  private final class Box: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private var box: Box?

  init(wrappedValue: Value?) { box = wrappedValue.map(Box.init) }

  var wrappedValue: Value? {
    get { box?.value }
    set { box = newValue.map(Box.init) }
  }
}

extension Boxed: Equatable where Value: Equatable {
  static func == (left: Self, right: Self) -> Bool { left.wrappedValue == right.wrappedValue }
}

extension Boxed: Hashable where Value: Hashable {
  func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

/// A part of a session that most leave as it begins, kept outside of it: eight bytes, and all that have
/// not changed it share one.
@propertyWrapper
struct Seldom<Value: SeldomChanged>: Hashable, Sendable {
  // An array of one, which is changed in place once it is the session's own.
  private var kept = Value.unchanged

  var wrappedValue: Value {
    @inline(__always) _read { yield kept[0] }
    @inline(__always) _modify { yield &kept[0] }
  }
}

/// What ``Seldom`` can keep.
protocol SeldomChanged: Hashable, Sendable {
  /// How it begins, alone in an array.
  static var unchanged: [Self] { get }
}
