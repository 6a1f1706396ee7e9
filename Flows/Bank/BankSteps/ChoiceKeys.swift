/// The keys of choices in scripts: made of names, so that people can write and read them.
public enum ChoiceKeys {
  /// Keys that differ from one another, in the order of the names.
  ///
  /// - Parameters:
  ///   - names: what people call the things.
  ///   - reserved: keys that none of them may be, such as those of commands beside them.
  /// - Returns: a key for each name.
  public static func make(for names: [String], reserving reserved: Set<String> = []) -> [String] {
    var taken = reserved
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
