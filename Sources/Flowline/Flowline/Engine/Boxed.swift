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
struct CopyOnWrite<Value: SharedAtFirst>: Hashable, Sendable {
  private var box = Value.unchanged

  var wrappedValue: Value {
    @inline(__always) _read { yield box.value }
    @inline(__always) _modify {
      if !isKnownUniquelyReferenced(&box) { box = CopyOnWriteBox(box.value) }
      yield &box.value
    }
  }

  static func == (left: Self, right: Self) -> Bool {
    left.box === right.box || left.wrappedValue == right.wrappedValue
  }

  func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

/// What ``CopyOnWrite`` can keep.
protocol SharedAtFirst: Hashable, Sendable {
  /// How it begins.
  static var unchanged: CopyOnWriteBox<Self> { get }
}

/// Holds a value for all that share it.
///
/// `@unchecked`: it is changed only by ``CopyOnWrite``, and only while nobody shares it; so nobody need watch
/// that accesses do not overlap, which the compiler sees to for what holds the ``CopyOnWrite``.
final class CopyOnWriteBox<Value: Hashable & Sendable>: @unchecked Sendable {
  @exclusivity(unchecked) fileprivate var value: Value

  init(_ value: Value) { self.value = value }
}
