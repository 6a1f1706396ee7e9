/// What people call currencies in English and Russian, in the forms that follow a number.
enum CurrencyNames {
  /// What a name stands for.
  enum Meaning {
    /// One currency, whoever says it.
    case currency(Currency)
    /// Whatever this sign stands for in the locale.
    case sign(String)
    /// Whichever of these is asked for, unless the locale has another of them as its own.
    case anyOf([Currency])
  }

  /// The names in lower case.
  static let meanings: [String: Meaning] = {
    let names: [(Meaning, String)] = [
      (.sign("£"), "pound pounds фунт фунта фунтов"),
      (.sign("$"), "dollar dollars доллар доллара долларов"),
      (.sign("руб"), "rouble roubles ruble rubles рубль рубля рублей"),
      (.currency(.eur), "euro euros евро"),
      (.currency(.jpy), "yen иена иены иен йена йены йен"),
      (.currency(.pln), "zloty zlotys złoty złote złotych злотый злотых"),
      (.currency(.cny), "yuan юань юаня юаней"),
      (.currency(.uah), "hryvnia hryvnias гривна гривны гривен"),
      (.currency(.kzt), "tenge тенге"),
      (.anyOf([.sek, .nok, .dkk, .czk]), "krona kronor krone kroner koruna крона кроны крон"),
      (.anyOf([.chf] + known("XAF XOF XPF")), "franc francs франк франка франков"),
      (.anyOf([.bhd] + known("IQD JOD KWD LYD TND DZD RSD")), "dinar dinars динар динара динаров"),
      (.anyOf([.inr] + known("PKR LKR NPR MUR")), "rupee rupees рупия рупии рупий"),
    ]
    var meanings: [String: Meaning] = [:]
    for (meaning, words) in names {
      for word in words.split(separator: " ") { meanings[String(word)] = meaning }
    }
    meanings["pounds sterling"] = .currency(.gbp)
    meanings["фунтов стерлингов"] = .currency(.gbp)
    return meanings
  }()

  private static func known(_ codes: String) -> [Currency] {
    codes.split(separator: " ").compactMap { Currency(code: String($0)) }
  }
}
