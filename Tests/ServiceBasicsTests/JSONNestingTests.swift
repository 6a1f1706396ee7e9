import FoundationEssentials
import ServiceBasics
import Testing

struct JSONNestingTests {
  @Test(arguments: [
    ("", 0), ("1", 0), ("{}", 1), ("[[],[[1]]]", 3), (#"{"a":[{}],"b":{}}"#, 3),
    (#"["[[{"]"#, 1), (#"["\"[[", []]"#, 2), (#"["\\", [[]]]"#, 3), ("]]][", 0), ("[[[", 3),
  ])
  func `lists and objects are counted, signs in texts are not`(json: String, depth: Int) {
    #expect(Data(json.utf8).jsonNesting == depth)
  }
}
