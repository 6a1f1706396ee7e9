/// What is an object of JSON and tells its members one by one: a value is made of them, or they are written at
/// once, which takes less than half of the time.
package protocol JSONObject {
  /// What telling them can throw.
  associatedtype Failure: Error

  /// Tells the members, in the order of their names as Swift compares them.
  func tell(_ members: inout some JSONMembers) throws(Failure)
}

/// Takes the members of an object, each name once, in their order.
///
/// What is nil is no member. What throws adds nothing.
package protocol JSONMembers {
  mutating func add(_ name: String, _ value: JSONValue?)
  mutating func add(_ name: String, _ text: String?)
  mutating func add(_ name: String, _ number: Int?)
  mutating func add(_ name: String, _ flag: Bool)
  mutating func add<Object: JSONObject>(_ name: String, _ object: Object) throws(Object.Failure)
  mutating func add<Object: JSONObject>(_ name: String, _ objects: [Object]) throws(Object.Failure)
}

extension JSONMembers {
  mutating func add<Object: JSONObject>(_ name: String, _ object: Object?) throws(Object.Failure) {
    if let object { try add(name, object) }
  }
}

extension JSONObject {
  /// The object as a value.
  package func jsonValue() throws(Failure) -> JSONValue {
    var members = ValueMembers()
    try tell(&members)
    return .object(members.values)
  }

  /// The object as one line, as ``JSONValue/text`` has it of its value.
  package func jsonText() throws(Failure) -> String {
    var members = WrittenMembers()
    try members.write(self)
    return String(decoding: members.bytes, as: UTF8.self)
  }
}

/// Makes a value of what it is told.
private struct ValueMembers: JSONMembers {
  var values: [String: JSONValue] = [:]

  mutating func add(_ name: String, _ value: JSONValue?) {
    if let value { values[name] = value }
  }

  mutating func add(_ name: String, _ text: String?) {
    if let text { values[name] = .string(text) }
  }

  mutating func add(_ name: String, _ number: Int?) {
    if let number { values[name] = .integer(Int64(number)) }
  }

  mutating func add(_ name: String, _ flag: Bool) { values[name] = .bool(flag) }

  mutating func add<Object: JSONObject>(_ name: String, _ object: Object) throws(Object.Failure) {
    values[name] = try object.jsonValue()
  }

  mutating func add<Object: JSONObject>(_ name: String, _ objects: [Object]) throws(Object.Failure)
  {
    values[name] = .array(
      try objects.map { object throws(Object.Failure) in try object.jsonValue() })
  }
}

/// Writes what it is told.
private struct WrittenMembers: JSONMembers {
  private(set) var bytes: [UInt8] = []
  /// The last name in the object that is being written; nil if it has none yet.
  private var last: String?

  init() { bytes.reserveCapacity(1024) }

  mutating func write<Object: JSONObject>(_ object: Object) throws(Object.Failure) {
    let outer = last
    last = nil
    bytes.append(UInt8(ascii: "{"))
    try object.tell(&self)
    bytes.append(UInt8(ascii: "}"))
    last = outer
  }

  private mutating func begin(_ name: String) {
    assert(last.map { $0 < name } ?? true, "\(name) comes behind \(last ?? "")")
    if last != nil { bytes.append(UInt8(ascii: ",")) }
    last = name
    JSONValue.write(name, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
  }

  mutating func add(_ name: String, _ value: JSONValue?) {
    guard let value else { return }
    begin(name)
    value.write(to: &bytes)
  }

  mutating func add(_ name: String, _ text: String?) {
    guard let text else { return }
    begin(name)
    JSONValue.write(text, to: &bytes)
  }

  mutating func add(_ name: String, _ number: Int?) {
    guard let number else { return }
    begin(name)
    bytes += String(number).utf8
  }

  mutating func add(_ name: String, _ flag: Bool) {
    begin(name)
    bytes += (flag ? "true" : "false").utf8
  }

  mutating func add<Object: JSONObject>(_ name: String, _ object: Object) throws(Object.Failure) {
    let before = (bytes.count, last)
    begin(name)
    do throws(Object.Failure) {
      try write(object)
    } catch {
      goBack(to: before)
      throw error
    }
  }

  mutating func add<Object: JSONObject>(_ name: String, _ objects: [Object]) throws(Object.Failure)
  {
    let before = (bytes.count, last)
    begin(name)
    bytes.append(UInt8(ascii: "["))
    do throws(Object.Failure) {
      var isFirst = true
      for object in objects {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        try write(object)
      }
    } catch {
      goBack(to: before)
      throw error
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func goBack(to before: (length: Int, last: String?)) {
    bytes.removeSubrange(before.length...)
    last = before.last
  }
}
