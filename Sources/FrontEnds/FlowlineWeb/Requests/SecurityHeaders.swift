/// Headers that keep a page to itself.
enum SecurityHeaders {
  /// Names in lower case, with values.
  typealias Fields = [(name: String, value: String)]

  /// Those of every page.
  ///
  /// - Parameter isSecure: whether it came by TLS, so that browsers may be told to come by nothing else.
  /// - Returns: the headers.
  static func page(isSecure: Bool) -> Fields {
    var fields: Fields = [
      ("content-security-policy", policy), ("cache-control", "no-store"),
      ("cross-origin-opener-policy", "same-origin"),
      ("cross-origin-resource-policy", "same-origin"), ("referrer-policy", "same-origin"),
      ("x-content-type-options", "nosniff"), ("x-frame-options", "DENY"),
      ("permissions-policy", permissions),
    ]
    if isSecure { fields.append(("strict-transport-security", "max-age=31536000")) }
    return fields
  }

  /// Those of a style sheet or a script, whose address changes with its contents.
  static let asset: Fields = [
    ("cache-control", "public, max-age=31536000, immutable"),
    ("cross-origin-resource-policy", "same-origin"), ("x-content-type-options", "nosniff"),
  ]

  /// Nothing from elsewhere, nothing inline, in nobody's frame.
  static let policy = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'",
    "font-src 'self'", "connect-src 'self'", "form-action 'self'", "base-uri 'none'",
    "frame-ancestors 'none'",
  ].joined(separator: "; ")

  private static let permissions = [
    "camera", "display-capture", "geolocation", "microphone", "payment", "usb",
  ].map { "\($0)=()" }.joined(separator: ", ")
}
