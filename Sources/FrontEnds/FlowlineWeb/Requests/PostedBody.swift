import Flowline

/// What a form sent: its fields in order, names repeated as they were, and its files.
struct PostedBody: Sendable, Hashable {
  /// A file as it was sent.
  struct File: Sendable, Hashable {
    /// The field it was chosen in.
    let name: String
    /// The file and what is in it, its name without folders.
    let contents: FileContents
  }

  /// Names with their values.
  var fields: [Field] = []
  /// The files that were chosen; a field in which none was has none here.
  var files: [File] = []

  /// The names of fields whose text means nothing in the language of its page, and something in that of the
  /// question, see ``written(for:_:in:)``; no request says it.
  var readOnlyHere: Set<String> = []

  /// A name with a value.
  struct Field: Sendable, Hashable {
    let name: String
    let value: String
  }

  init() {}

  /// Whether nothing was sent.
  var isEmpty: Bool { fields.isEmpty && files.isEmpty }

  /// What may be shown once more: nothing that answers a sensitive question, as its page says, and of
  /// files, which no page can fill in, the names of their fields.
  ///
  /// Of a secret that was typed it has that it was, so that the page asks for it again.
  var withoutSecrets: PostedBody {
    let sensitive = Set(named(FieldName.sensitive))
    var body = PostedBody()
    var typed: Set<String> = []
    for field in fields {
      if let name = Self.secret(field.name, of: sensitive) {
        if !field.value.isEmpty { typed.insert(name) }
      } else {
        body.fields.append(field)
      }
    }
    for file in files { body.lose(file.name) }
    for name in typed.subtracting(named(FieldName.untold)).sorted() {
      body.fields.append(
        Field(
          name: FieldName.beside(name, FieldName.untold), value: FieldName.place(of: name).name))
    }
    return body
  }

  /// What tells a form by which a person may log in from others: the secrets that were typed; if its page says
  /// of nothing that it is secret, all that was sent.
  var typedToLogIn: [UInt8] { typedSecrets ?? Self.bytes(of: fields) }

  /// What was typed to answer sensitive questions, with the names of the fields; nil if nothing was.
  private var typedSecrets: [UInt8]? {
    let sensitive = Set(named(FieldName.sensitive))
    let typed = fields.filter {
      !$0.value.isEmpty && Self.secret($0.name, of: sensitive) != nil
    }
    return typed.isEmpty ? nil : Self.bytes(of: typed)
  }

  private static func bytes(of fields: [Field]) -> [UInt8] {
    fields.flatMap { Array("\($0.name)\0\($0.value)\0".utf8) }
  }

  /// The sensitive field that a field belongs to; nil if it belongs to none.
  ///
  /// A day has three fields more, whose names begin like that of its line.
  private static func secret(_ name: String, of sensitive: Set<String>) -> String? {
    if sensitive.contains(name) { return name }
    let line = name.lastIndex(of: "/").map { String(name[..<$0]) }
    return line.flatMap { sensitive.contains($0) ? $0 : nil }
  }

  /// The fields that others name, each beside the field that names it.
  private func named(_ name: String) -> [String] {
    fields.filter { FieldName.place(of: $0.name).name == name }
      .map { FieldName.beside($0.name, $0.value) }
  }

  /// Whether something was typed in the field of a sensitive question, be it there or left out since.
  func hasTypedSecret(_ name: String) -> Bool {
    let isTyped = fields.contains { field in
      !field.value.isEmpty && (field.name == name || field.name.hasPrefix("\(name)/"))
    }
    return isTyped
      || values(FieldName.beside(name, FieldName.untold))
        .contains(FieldName.place(of: name).name)
  }

  /// Whether any secret was typed and left out since.
  var hasUntoldSecrets: Bool { self[FieldName.untold] != nil }

  /// Says that a file was chosen in a field and is to be chosen again.
  ///
  /// - Parameters:
  ///   - name: the name of the field.
  ///   - size: how many bytes the file has, if it has more than are kept; nil if it may be chosen as it is.
  mutating func lose(_ name: String, ofBytes size: Int? = nil) {
    if let size { fields.append(Field(name: FieldName.lostSize(name), value: String(size))) }
    guard !hasLost(name) else { return }
    fields.append(
      Field(
        name: FieldName.beside(name, FieldName.lost), value: FieldName.place(of: name).name))
  }

  /// How many bytes the file of a field has that is to be chosen again; nil if it was not too large.
  func lostSize(_ name: String) -> Int? {
    self[FieldName.lostSize(name)].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Whether a file was chosen in a field and is to be chosen again, as the page says.
  func hasLost(_ name: String) -> Bool {
    values(FieldName.beside(name, FieldName.lost)).contains(FieldName.place(of: name).name)
  }

  /// Whether any file is to be chosen again.
  var hasLostFiles: Bool { self[FieldName.lost] != nil }

  /// Makes a body of names and values, for tests and for pages that are filled in again.
  init(_ fields: KeyValuePairs<String, String>, files: [File] = []) {
    self.fields = fields.map { Field(name: $0.key, value: $0.value) }
    self.files = files
  }

  /// The values of a name, in order.
  func values(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

  /// The last value of a name; nil if it was not sent.
  ///
  /// A button that was pressed comes after what is hidden in its form.
  subscript(name: String) -> String? { fields.last { $0.name == name }?.value }

  /// The first file of a name; nil if none was chosen.
  func file(_ name: String) -> FileContents? { files.first { $0.name == name }?.contents }
}
