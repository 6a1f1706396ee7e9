extension Currency {
  /// Pound sterling: 2 decimals.
  public static let gbp = Currency(known: "GBP", exponent: 2)

  /// Euro: 2 decimals.
  public static let eur = Currency(known: "EUR", exponent: 2)

  /// United States dollar: 2 decimals.
  public static let usd = Currency(known: "USD", exponent: 2)

  /// Russian rouble: 2 decimals.
  public static let rub = Currency(known: "RUB", exponent: 2)

  /// Japanese yen: no decimals.
  public static let jpy = Currency(known: "JPY", exponent: 0)

  /// Bahraini dinar: 3 decimals.
  public static let bhd = Currency(known: "BHD", exponent: 3)

  /// Swiss franc: 2 decimals.
  public static let chf = Currency(known: "CHF", exponent: 2)

  /// Indian rupee: 2 decimals.
  public static let inr = Currency(known: "INR", exponent: 2)

  /// Swedish krona: 2 decimals.
  public static let sek = Currency(known: "SEK", exponent: 2)

  /// Norwegian krone: 2 decimals.
  public static let nok = Currency(known: "NOK", exponent: 2)

  /// Danish krone: 2 decimals.
  public static let dkk = Currency(known: "DKK", exponent: 2)

  /// Polish zloty: 2 decimals.
  public static let pln = Currency(known: "PLN", exponent: 2)

  /// Czech koruna: 2 decimals.
  public static let czk = Currency(known: "CZK", exponent: 2)

  /// Hungarian forint: 2 decimals.
  public static let huf = Currency(known: "HUF", exponent: 2)

  /// Romanian leu: 2 decimals.
  public static let ron = Currency(known: "RON", exponent: 2)

  /// Ukrainian hryvnia: 2 decimals.
  public static let uah = Currency(known: "UAH", exponent: 2)

  /// Kazakhstani tenge: 2 decimals.
  public static let kzt = Currency(known: "KZT", exponent: 2)

  /// Belarusian rouble: 2 decimals.
  public static let byn = Currency(known: "BYN", exponent: 2)

  /// Turkish lira: 2 decimals.
  public static let `try` = Currency(known: "TRY", exponent: 2)

  /// Israeli new shekel: 2 decimals.
  public static let ils = Currency(known: "ILS", exponent: 2)

  /// Egyptian pound: 2 decimals.
  public static let egp = Currency(known: "EGP", exponent: 2)

  /// United Arab Emirates dirham: 2 decimals.
  public static let aed = Currency(known: "AED", exponent: 2)

  /// Chinese yuan: 2 decimals.
  public static let cny = Currency(known: "CNY", exponent: 2)

  /// Hong Kong dollar: 2 decimals.
  public static let hkd = Currency(known: "HKD", exponent: 2)

  /// Singapore dollar: 2 decimals.
  public static let sgd = Currency(known: "SGD", exponent: 2)

  /// South Korean won: no decimals.
  public static let krw = Currency(known: "KRW", exponent: 0)

  /// Australian dollar: 2 decimals.
  public static let aud = Currency(known: "AUD", exponent: 2)

  /// New Zealand dollar: 2 decimals.
  public static let nzd = Currency(known: "NZD", exponent: 2)

  /// Canadian dollar: 2 decimals.
  public static let cad = Currency(known: "CAD", exponent: 2)

  /// Mexican peso: 2 decimals.
  public static let mxn = Currency(known: "MXN", exponent: 2)

  /// Brazilian real: 2 decimals.
  public static let brl = Currency(known: "BRL", exponent: 2)

  /// South African rand: 2 decimals.
  public static let zar = Currency(known: "ZAR", exponent: 2)

  /// The constants above, for the test that compares them with the table.
  static let common: [Currency] = [
    .gbp, .eur, .usd, .rub, .jpy, .bhd, .chf, .inr, .sek, .nok, .dkk, .pln, .czk, .huf, .ron,
    .uah, .kzt, .byn, .`try`, .ils, .egp, .aed, .cny, .hkd, .sgd, .krw, .aud, .nzd, .cad,
    .mxn, .brl, .zar,
  ]
}
