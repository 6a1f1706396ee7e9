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
    let writer = JSONWriter(capacity: 1024)
    try WrittenMembers.write(self, to: writer)
    return writer.text
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
  private let writer: JSONWriter
  private var place = Place()

  /// How far an object has come.
  private struct Place {
    /// Whether it has no member yet.
    var isEmpty = true
    #if DEBUG
      /// Its last name, to see that they come in their order.
      var last: String?
    #endif
  }

  private init(in writer: JSONWriter) { self.writer = writer }

  /// Writes an object.
  static func write<Object: JSONObject>(
    _ object: Object, to writer: JSONWriter
  ) throws(Object.Failure) {
    writer.add(byte: UInt8(ascii: "{"))
    var members = WrittenMembers(in: writer)
    try object.tell(&members)
    writer.add(byte: UInt8(ascii: "}"))
  }

  private mutating func begin(_ name: String) {
    #if DEBUG
      precondition(place.last.map { $0 < name } ?? true, "\(name) comes behind \(place.last ?? "")")
      place.last = name
    #endif
    if !place.isEmpty { writer.add(byte: UInt8(ascii: ",")) }
    place.isEmpty = false
    writer.add(text: name)
    writer.add(byte: UInt8(ascii: ":"))
  }

  mutating func add(_ name: String, _ value: JSONValue?) {
    guard let value else { return }
    begin(name)
    writer.add(value)
  }

  mutating func add(_ name: String, _ text: String?) {
    guard let text else { return }
    begin(name)
    writer.add(text: text)
  }

  mutating func add(_ name: String, _ number: Int?) {
    guard let number else { return }
    begin(name)
    writer.add(Int64(number))
  }

  mutating func add(_ name: String, _ flag: Bool) {
    begin(name)
    writer.add(flag)
  }

  mutating func add<Object: JSONObject>(_ name: String, _ object: Object) throws(Object.Failure) {
    let before = (writer.count, place)
    begin(name)
    do throws(Object.Failure) {
      try Self.write(object, to: writer)
    } catch {
      goBack(to: before)
      throw error
    }
  }

  mutating func add<Object: JSONObject>(_ name: String, _ objects: [Object]) throws(Object.Failure)
  {
    let before = (writer.count, place)
    begin(name)
    writer.add(byte: UInt8(ascii: "["))
    do throws(Object.Failure) {
      var isFirst = true
      for object in objects {
        if !isFirst { writer.add(byte: UInt8(ascii: ",")) }
        isFirst = false
        try Self.write(object, to: writer)
      }
    } catch {
      goBack(to: before)
      throw error
    }
    writer.add(byte: UInt8(ascii: "]"))
  }

  private mutating func goBack(to before: (length: Int, place: Place)) {
    writer.cut(to: before.length)
    place = before.place
  }
}
