/// Names of elements in a page: letters, digits and hyphens, whatever a step is called.
enum ElementID {
  /// The name for any text; different texts have different names.
  static func of(_ text: String) -> String {
    var name = "f-"
    for scalar in text.unicodeScalars {
      switch scalar {
      case "a"..."z", "0"..."9", "-": name.unicodeScalars.append(scalar)
      default: name += "_\(String(scalar.value, radix: 16))_"
      }
    }
    return name
  }
}
