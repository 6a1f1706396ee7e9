import Flowline
package import FlowlineTesting

extension Walk {
  /// A walk through ``OwnFlow``: with answers that are refused, one that is changed, and one as a
  /// program gives it.
  package static let own = Walk(
    "own",
    inputs: [
      .answer("account", "GB33"), .answer("account", "gb33 bukb 2020 1555 5555 55"), .back,
      .answer("account", .json("GB33BUKB20201555555555")), .answer("place", "here"),
      .answer("place", .json(["latitude": 51_501, "longitude": -142])),
    ]
  ) { _ in
    var catalog = FlowCatalog()
    catalog.add(OwnFlow(), summary: "Kinds of one's own")
    return catalog
  }
}
