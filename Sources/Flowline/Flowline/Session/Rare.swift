/// A value that a session seldom has, kept outside of it: eight bytes where there is none.
@propertyWrapper
struct Rare<Value> {
  private final class Box {
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
