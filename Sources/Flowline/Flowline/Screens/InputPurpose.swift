/// What a question asks of the person who answers it: the own name, the own e-mail address.
///
/// A front end can have it filled in by what the person's device knows, and tell tools what the field is
/// for (WCAG 2.2, 1.3.5). It is not for what is asked about others: a contact, the receiver of an e-mail.
///
///     TextScreen("email", "Your e-mail address?").purpose(.email)
public struct InputPurpose: RawRepresentable, Hashable, Codable, Sendable {
  /// The word for it in HTML’s `autocomplete`.
  public let rawValue: String

  /// Makes a purpose of one of HTML’s words for autofill (HTML, “Autofill”; WCAG 2.2, section 7).
  public init(rawValue: String) { self.rawValue = rawValue }
}

extension InputPurpose {
  /// The whole name.
  public static let name = Self(rawValue: "name")
  /// The given name.
  public static let givenName = Self(rawValue: "given-name")
  /// The family name.
  public static let familyName = Self(rawValue: "family-name")
  /// The name that the person has in a service.
  public static let userName = Self(rawValue: "username")
  /// The e-mail address.
  public static let email = Self(rawValue: "email")
  /// The telephone number, with the country's code.
  public static let phone = Self(rawValue: "tel")
  /// The company that the person works for.
  public static let organization = Self(rawValue: "organization")
  /// The street with the number, in as many lines as it takes.
  public static let streetAddress = Self(rawValue: "street-address")
  /// The town, without the post code.
  public static let town = Self(rawValue: "address-level2")
  /// The post code.
  public static let postCode = Self(rawValue: "postal-code")
  /// The country, by its code of two letters.
  public static let country = Self(rawValue: "country")
  /// The country's name.
  public static let countryName = Self(rawValue: "country-name")
  /// The day of birth.
  public static let birthday = Self(rawValue: "bday")
}

extension Screen {
  /// The same screen as one that asks the person something of their own; see ``InputPurpose``.
  public func purpose(_ purpose: InputPurpose) -> Self {
    var screen = self
    screen.question.purpose = purpose
    return screen
  }
}
