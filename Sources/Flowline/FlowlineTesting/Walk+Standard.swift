import Flowline
public import Testing

extension Walk {
  /// The walks that every front end is walked through: answers that are refused, going back over an
  /// answer and over a page, a child that is left, a no, a commit that a person confirms, and children in
  /// places of their own, a pushed one in a modal one, each left by going back and by cancelling.
  ///
  /// Each ends its session or leaves it at a question. None goes away: many a front end has no way to say
  /// so.
  public static let standard: [Walk] = [
    gift([
      .answer("tea", "coffee"), .answer("tea", "1"), .back, .answer("tea", .json("rooibos")),
      .answer("bags", "700"), .answer("bags", "3"), .answer("price", true),
      .answer("card", .json("new")), .page(["name": "Ada", "budget": "£250"]), .cancel,
      .answer("card", .json("plain")), .answer("confirm", true), .answer("receipt", true),
    ]),
    gift([
      .answer("tea", .json("green")), .answer("bags", "1"), .answer("price", true),
      .answer("card", .json("new")), .page(["name": "Ada", "budget": "£25"]), .back,
      .page(["name": "Grace", "budget": "30"]), .answer("sign", true), .answer("confirm", true),
      .answer("receipt", true),
    ]),
    gift([
      .answer("tea", .json("green")), .answer("bags", "2"), .back, .answer("bags", "4"),
      .answer("price", true), .answer("card", .json("new")),
      .page(["name": "Ada", "budget": "£25"]), .answer("sign", false), .cancel,
    ]),
    gift([.answer("tea", .json("green")), .cancel]),
    gift([.answer("tea", .json("green")), .answer("bags", "2")]),
    gift(
      locale: "ru_RU",
      [
        .answer("tea", "green"), .answer("bags", "12"), .answer("price", true),
        .answer("card", .json("new")), .page(["name": "Ада", "budget": "1 250,50"]),
        .answer("sign", "да"), .answer("confirm", true), .answer("receipt", true),
      ]),
    parcel([
      .answer("weight", "3"), .back, .answer("weight", "4"), .answer("name", "Ada"), .back,
      .answer("name", "Grace"), .answer("number", "100"), .cancel,
      .answer("street", "1 Elm Row"), .answer("note", "Fragile"),
    ]),
    parcel([
      .answer("weight", "3"), .cancel, .answer("note", "At the desk"),
    ]),
    parcel([
      .answer("weight", "3"), .answer("name", "Ada"), .answer("number", "7"), .back,
      .answer("number", "8"), .answer("note", "Fragile"),
    ]),
  ]

  private static func parcel(_ inputs: [Input]) -> Walk {
    Walk("parcel", inputs: inputs) { _ in ParcelFlow.catalog }
  }

  private static func gift(locale: String = "en_GB", _ inputs: [Input]) -> Walk {
    Walk("gift", locale: locale, inputs: inputs) { _ in GiftFlow.catalog }
  }
}

extension Walk: CustomTestStringConvertible {
  /// The flow, and what is done there.
  public var testDescription: String {
    let done = inputs.map { input in
      switch input {
      case .answer(let step, _): step.rawValue
      case .page: "page"
      case .back: "back"
      case .cancel: "cancel"
      case .gone: "gone"
      }
    }
    return "\(flow): \(done.joined(separator: ", "))"
  }
}
