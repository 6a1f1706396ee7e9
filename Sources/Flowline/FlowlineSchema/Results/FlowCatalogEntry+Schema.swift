public import Flowline

extension FlowCatalogEntry {
  /// What the flow results in, as JSON Schema (draft 2020-12) of the result's recorded form.
  ///
  /// It is found out from the result's type, if that is `Codable`: its members, and those inside. What
  /// cannot be found out, such as an enumeration that is not `CaseIterable`, may be anything; if nothing
  /// can, the schema is empty.
  public var resultSchema: JSONValue { ShapeFinder.shape(of: output).schema }
}
