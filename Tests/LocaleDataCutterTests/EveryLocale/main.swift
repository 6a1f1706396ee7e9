import FoundationEssentials
import FoundationInternationalization

// Writes a line for each locale, with what our programs write and read by ICU's data, and some more.

let moment = Date(timeIntervalSince1970: 1_795_000_000)
let amount: Decimal = -1234.5

for name in Locale.availableIdentifiers.sorted() {
  let locale = Locale(identifier: name)
  var words = [
    name, locale.currency?.identifier ?? "", locale.region?.identifier ?? "",
    "\(locale.firstDayOfWeek)", "\(locale.measurementSystem)",
    1_234_567.891.formatted(.number.locale(locale)),
    amount.formatted(.number.precision(.fractionLength(2)).locale(locale)),
    0.256.formatted(.percent.locale(locale)),
    Int64(123_456_789).formatted(ByteCountFormatStyle(style: .file, locale: locale)),
    ["a", "b", "c"].formatted(.list(type: .and).locale(locale)),
    "istanbul ijsland ŒUVRE".capitalized(with: locale) + "I".lowercased(with: locale)
      + "i".uppercased(with: locale),
  ]
  for code in ["GBP", "RUB", "JPY", "KWD"] {
    let style = Decimal.FormatStyle.Currency(code: code, locale: locale)
    words += [amount.formatted(style), amount.formatted(style.presentation(.narrow))]
    words.append((try? Decimal(amount.formatted(style), format: style)).map { "\($0)" } ?? "?")
  }
  for zone in ["Europe/London", "Europe/Moscow", "GMT"] {
    let zone = TimeZone(identifier: zone) ?? .gmt
    words.append(
      moment.formatted(
        Date.FormatStyle(date: .complete, time: .complete, locale: locale, timeZone: zone)))
  }
  words.append(
    moment.formatted(
      Date.FormatStyle(date: .numeric, time: .shortened, locale: locale, timeZone: .gmt)))
  print(words.joined(separator: "|"))
}
