extension Currency {
  /// Every currency that Flowline knows, in the order of the codes.
  ///
  /// All ISO 4217 codes of money: funds codes included, precious metals and test codes left out.
  public static let all: [Currency] = table.values.sorted { $0.packed < $1.packed }

  /// The currencies by their packed letters.
  ///
  /// Source: ISO 4217 list one, the column "minor unit".
  static let table: [UInt32: Currency] = {
    let codesByExponent: [UInt8: String] = [
      0: """
      BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF
      """,
      2: """
      AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN
      BWP BYN BZD CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN
      ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD
      KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR
      MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON
      RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT
      TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG
      """,
      3: """
      BHD IQD JOD KWD LYD OMR TND
      """,
      4: """
      CLF UYW
      """,
    ]
    var table: [UInt32: Currency] = [:]
    table.reserveCapacity(200)
    for (exponent, codes) in codesByExponent {
      for code in codes.utf8.split(whereSeparator: { $0 == 0x20 || $0 == 0x0A }) {
        guard let letters = packedLetters(of: code) else { continue }
        table[letters] = Currency(known: String(decoding: code, as: UTF8.self), exponent: exponent)
      }
    }
    return table
  }()
}
