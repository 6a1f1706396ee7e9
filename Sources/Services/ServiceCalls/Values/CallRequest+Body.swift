import FoundationEssentials
import ServiceBasics

extension CallRequest.Body {
  /// Makes a body of a value, as JSON that is the same for equal values.
  ///
  /// - Throws: an `EncodingError`, or what the value's own encoding throws.
  public static func json(_ value: some Encodable) throws -> Self {
    Self(try CanonicalJSON.data(value), contentType: "application/json")
  }

  /// Makes a body of a form's fields, in their order.
  public static func form(_ fields: [CallRequest.Field]) -> Self {
    let text = FormItem.encoded(fields.map { FormItem($0.name, $0.value) })
    return Self(Data(text.utf8), contentType: "application/x-www-form-urlencoded")
  }
}
