import ServiceBasics
import Testing

/// The header with a program's id and secret.
struct BasicCredentialsTests {
  @Test(arguments: [("aladdin", "opensesame"), ("a:b", "c d:é%"), ("", "")])
  func `what was written is read`(id: String, secret: String) {
    let credentials = BasicCredentials(id: id, secret: secret)
    #expect(BasicCredentials(header: credentials.header) == credentials)
    #expect(!"\(credentials)".contains("opensesame"))
  }

  /// RFC 7617, section 2: no client of that time encodes.
  @Test(arguments: [
    ("Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==", "Aladdin", "open sesame"),
    ("basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==", "Aladdin", "open sesame"),
    ("Basic dGVzdDoxMjPCow==", "test", "123£"), ("Basic YTpiJQ==", "a", "b%"),
  ]) func `what others write is read`(header: String, id: String, secret: String) {
    #expect(BasicCredentials(header: header) == BasicCredentials(id: id, secret: secret))
  }

  @Test(arguments: ["", "Basic", "Basic x", "Bearer YTpi", "Basic YWI="])
  func `anything else is none`(header: String) {
    #expect(BasicCredentials(header: header) == nil)
  }

  @Test func `a form is read as browsers write it, and what is malformed is left out`() {
    let items = FormItem.items(in: "a=1&b+c=d%20e&&f&%zz=1&a=2&=x")
    #expect(
      items == [
        FormItem("a", "1"), FormItem("b c", "d e"), FormItem("f", ""), FormItem("a", "2"),
        FormItem("", "x"),
      ])
    #expect(items["a"] == "1" && items["z"] == nil)
    #expect(FormItem.items(in: FormItem.encoded(items)) == items)
  }
}
