/// An attribute of an element.
public struct Attribute: Sendable, Hashable {
  let name: String
  /// Nil for one that is only there or not.
  let value: String?

  init(_ name: String, _ value: String?) {
    self.name = name
    self.value = value
  }
}

/// What a layout of your own is made of.
extension Attribute {
  /// Classes for style sheets, with spaces between.
  public static func `class`(_ names: String) -> Attribute { Attribute("class", names) }

  /// The element's name in the page, by which others refer to it.
  public static func id(_ id: String) -> Attribute { Attribute("id", id) }

  /// Where a link leads.
  public static func href(_ link: WebLink) -> Attribute { Attribute("href", link.text) }

  /// Where a picture is.
  public static func src(_ link: WebLink) -> Attribute { Attribute("src", link.text) }

  /// What a picture shows, in words.
  public static func alt(_ words: String) -> Attribute { Attribute("alt", words) }

  /// The language of the text in the element, such as `ru`.
  public static func lang(_ language: String) -> Attribute { Attribute("lang", language) }

  /// The element's name for those who do not see it.
  public static func ariaLabel(_ words: String) -> Attribute { Attribute("aria-label", words) }
}

/// What a form of a page of your own is made of, see ``FlowlineSite/addPage(at:method:keepsTyped:to:_:)``.
extension Attribute {
  /// Has a form be sent by POST: what it changes is changed once, and is in no address.
  public static let post = Attribute("method", "post")

  /// Where a form is sent: on the same server, since the policy of the pages allows no other.
  public static func action(_ link: WebLink) -> Attribute { Attribute("action", link.text) }

  /// The type of a field or a button, such as `password` or `submit`.
  public static func type(_ type: String) -> Attribute { Attribute("type", type) }

  /// The name that a field or a button is sent by.
  public static func name(_ name: String) -> Attribute { Attribute("name", name) }

  /// What is in a field, or sent by a button: every character of it is sent as it is.
  public static func value(_ value: String) -> Attribute { Attribute("value", value) }

  /// The field that a label is of, by its ``id(_:)``.
  public static func `for`(_ id: String) -> Attribute { Attribute("for", id) }

  /// What a browser or a password manager may fill a field with, such as `username` or `current-password`.
  public static func autocomplete(_ purpose: String) -> Attribute {
    Attribute("autocomplete", purpose)
  }

  /// Says that what is in a field is refused.
  public static let invalid = Attribute("aria-invalid", "true")

  /// What describes an element, by the ids of the texts; nil if nothing does.
  public static func describedBy(_ ids: [String]) -> Attribute? {
    ids.isEmpty ? nil : Attribute("aria-describedby", ids.joined(separator: " "))
  }
}

extension Attribute {
  /// An attribute that is there under a condition.
  static func flag(_ name: String, _ isThere: Bool) -> Attribute? {
    isThere ? Attribute(name, nil) : nil
  }

  static func rel(_ relation: String) -> Attribute { Attribute("rel", relation) }
  static func content(_ content: String) -> Attribute { Attribute("content", content) }
  static func httpEquiv(_ header: String) -> Attribute { Attribute("http-equiv", header) }
  /// The form that a button outside of it belongs to.
  static func form(_ id: String) -> Attribute { Attribute("form", id) }
  /// Where a button sends its form, in place of the form's own address.
  static func formaction(_ link: WebLink) -> Attribute { Attribute("formaction", link.text) }
  static func dir(_ direction: String) -> Attribute { Attribute("dir", direction) }
  /// What an abbreviation is short for.
  static func title(_ words: String) -> Attribute { Attribute("title", words) }
  package static func role(_ role: String) -> Attribute { Attribute("role", role) }
  static func inputmode(_ mode: String) -> Attribute { Attribute("inputmode", mode) }
  static func rows(_ count: Int) -> Attribute { Attribute("rows", String(count)) }
  static func max(_ count: Int) -> Attribute { Attribute("max", String(count)) }
  static func accept(_ types: String) -> Attribute { Attribute("accept", types) }
  static func tabindex(_ index: Int) -> Attribute { Attribute("tabindex", String(index)) }

  static let multipart = Attribute("enctype", "multipart/form-data")
  static let novalidate = Attribute("novalidate", nil)
  package static let noSpellcheck = Attribute("spellcheck", "false")
  static let hidden = Attribute("hidden", nil)
  static let ariaHidden = Attribute("aria-hidden", "true")

  static func ariaCurrent(_ kind: String) -> Attribute { Attribute("aria-current", kind) }

  /// What the script reads, see `Assets/flowline.js`.
  static func data(_ name: StaticString, _ value: String = "") -> Attribute {
    Attribute("data-\(name)", value)
  }
}
