/// The keys of goals in scripts: made of their names, so that people can write and read them.
enum GoalKeys {
  /// Keys that differ from one another, in the order of the names.
  ///
  /// - Parameter reserved: a key that none of them may be.
  static func make(for names: [String], reserving reserved: String) -> [String] {
    var taken: Set<String> = [reserved]
    return names.map { name in
      let plain = key(of: name)
      var key = plain
      var number = 2
      while !taken.insert(key).inserted {
        key = "\(plain)-\(number)"
        number += 1
      }
      return key
    }
  }

  /// Letters and digits of any script in lower case, with a hyphen for whatever lies between.
  private static func key(of name: String) -> String {
    let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
    return words.isEmpty ? "goal" : words.joined(separator: "-")
  }
}
