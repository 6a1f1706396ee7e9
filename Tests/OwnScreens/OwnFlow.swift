package import Flowline

/// Asks two questions of kinds that Flowline does not know.
package struct OwnFlow: Flow {
  package let id: FlowID = "own"

  package init() {}

  package func run(_ context: FlowContext) async throws -> String {
    let iban = try await context.run(IBANScreen("account", "Which account?"))
    let position = try await context.run(PositionScreen("place", "Where?").optional())
    return "\(iban) \(position?.latitude ?? 0)"
  }
}

/// The texts of the kinds, in English and Russian.
let ownTexts = TextCatalog(
  Array(
    """
    {"sourceLanguage":"en","version":"1.0","strings":{
      "iban.accepts":{"localizations":{
        "en":{"stringUnit":{"value":"An account number of 15 to 34 letters and digits."}},
        "ru":{"stringUnit":{"value":"Номер счёта: от 15 до 34 букв и цифр."}}}},
      "iban.instead":{"localizations":{
        "en":{"stringUnit":{"value":"Type an account number."}},
        "ru":{"stringUnit":{"value":"Введите номер счёта."}}}},
      "iban.wrong":{"localizations":{
        "en":{"stringUnit":{"value":"This is not an account number. Look for a wrong character."}},
        "ru":{"stringUnit":{"value":"Это не номер счёта. Проверьте каждый знак."}}}},
      "position.accepts":{"localizations":{
        "en":{"stringUnit":{"value":"Latitude and longitude in thousandths of a degree."}},
        "ru":{"stringUnit":{"value":"Широта и долгота в тысячных долях градуса."}}}},
      "position.instead":{"localizations":{
        "en":{"stringUnit":{"value":"Send latitude and longitude."}},
        "ru":{"stringUnit":{"value":"Передайте широту и долготу."}}}},
      "position.wrong":{"localizations":{
        "en":{"stringUnit":{"value":"This is not a place. Try 51501, -142."}},
        "ru":{"stringUnit":{"value":"Это не место. Попробуйте 51501, -142."}}}}
    }}
    """.utf8))
