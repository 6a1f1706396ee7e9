/// The statements of the sample, the oldest line first.
extension SampleWriter {
  static let cardPayment = "SEVERN CARD PAYMENT"
  private static let coffee = "Harbour Street Coffee"

  var currentLines: [SampleLine] {
    [
      SampleLine(160, "-950.00", "Castle Street Offices").filed("251", "Studio rent"),
      SampleLine(150, "-2400.00", "Elm Computers").filed("602", "Studio computer", rate: "20"),
      SampleLine(141, "-189.00", "Hilton Hotels").filed("285", "A fair in Bristol", rate: "20"),
      SampleLine(130, "-42.00", "Fibrelane Internet")
        .filed("273", "Broadband", rate: "20"),
      SampleLine(100, "-3.80", Self.coffee).filed("285", "Coffee with a client", rate: "20"),
      SampleLine(90, "100.00", "NORTHGATE DENTAL").pays(12),
      SampleLine(84, "-4.20", Self.coffee).filed("285", "Coffee with a client", rate: "20"),
      SampleLine(77, "-264.50", "Hilton Hotels")
        .filed("285", "Two days at a customer’s", rate: "20"),
      SampleLine(70, "-42.00", "Fibrelane Internet").filed("273", "Broadband", rate: "20"),
      SampleLine(64, isRegistered ? "11520.00" : "9600.00", "BRIGHTWATER STUDIOS LTD").pays(1),
      SampleLine(62, "-3.80", Self.coffee).filed("285", "Coffee with a client", rate: "20"),
      SampleLine(48, "-7.60", Self.coffee).filed("285", "Coffees with a client", rate: "20"),
      SampleLine(44, "130.00", "BRIGHTWATER STUDIOS LTD").pays(11),
      SampleLine(40, "-42.00", "Fibrelane Internet").filed("273", "Broadband", rate: "20"),
      SampleLine(33, "-4.20", Self.coffee).filed("285", "Coffee with a client", rate: "20"),
      SampleLine(30, "-950.00", "Castle Street Offices").filed("251", "Studio rent"),
      SampleLine(28, "3.12", "SEVERN BANK INTEREST").filed("051", "Interest"),
      SampleLine(26, "-2100.00", "A Thornbury").paid(to: 1, "Salary"),
      SampleLine(21, "-412.35", Self.cardPayment),
      SampleLine(18, "-100.00", "Old Mill Stationers")
        .part("-60.00", "277", "Paper and envelopes", rate: "20"),
      SampleLine(16, "0.00", "Card check"),
      SampleLine(14, isRegistered ? "251.00" : "209.17", "ZOE MARCHETTI"),
      SampleLine(12, isRegistered ? "1440.00" : "1200.00", "BRIGHTWATER STUDIOS LTD"),
      SampleLine(11, "-23.50", "Café Unter\u{A0}den Linden 🥨"),
      SampleLine(9, "-45.60", "Trainline"),
      SampleLine(9, "-45.60", "Trainline"),
      SampleLine(8, "-3.80", Self.coffee)
        .filed("285", "Coffee with a client", rate: "20", isForReview: true),
      SampleLine(6, "-500.00", Self.cardPayment),
      SampleLine(5, "-186.00", "Inkwell Print"),
      SampleLine(4, "19.99", "Pixel & Pen refund"),
      SampleLine(3, "-279.78", "Hilton Hotels"),
      SampleLine(2, "-1250.00", "Elm Computers"),
      SampleLine(1, "-4.20", Self.coffee),
    ]
  }

  static let creditCardLines: [SampleLine] = [
    SampleLine(35, "-412.35", "Fontworks").filed("269", "Typeface licences", rate: "20"),
    SampleLine(21, "412.35", "PAYMENT RECEIVED"),
    SampleLine(10, "-64.90", "Pixel & Pen").filed("269", "Drawing software", rate: "20"),
    SampleLine(6, "500.00", "PAYMENT RECEIVED"),
    SampleLine(4, "-38.40", "Severn Taxis"),
  ]

  static let euroLines: [SampleLine] = [
    SampleLine(25, "-54.00", "Hôtel du Rhône").filed("285", "One night in Lyon"),
    SampleLine(7, "900.00", "LUMIERE FILMS SARL"),
  ]

  static let personalLines: [SampleLine] = [
    SampleLine(15, "-12.99", "Streamly"), SampleLine(13, "-31.00", "Bookshop on the Green"),
  ]
}
