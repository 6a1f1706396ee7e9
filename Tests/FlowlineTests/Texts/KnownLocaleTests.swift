import FoundationEssentials
import FoundationInternationalization
import Testing

@testable import Flowline

/// Which names of locales are understood.
struct KnownLocaleTests {
  @Test(arguments: [
    ("en_GB", "en_GB"), ("en-gb", "en_GB"), ("ru_US", "ru_US"), ("zh_TW", "zh_Hant_TW"),
    ("zh-cn", "zh_Hans_CN"), ("zh_HK", "zh_Hant_HK"), ("zh_Hant_HK", "zh_Hant_HK"),
    ("sr_RS", "sr_Cyrl_RS"), ("pa_IN", "pa_Guru_IN"), ("uz_UZ", "uz_Latn_UZ"),
    ("az_AZ", "az_Latn_AZ"), ("no_NO", "nb_NO"), ("tl_PH", "fil_PH"), ("iw_IL", "he_IL"),
    ("in_ID", "id_ID"), ("es_419", "es_419"),
  ])
  func `a name of POSIX is the locale of its likely script`(tag: String, identifier: String) {
    #expect(Locale.known(tag)?.identifier == identifier)
  }

  @Test(arguments: ["", "_", "xx_GB", "xx", "de_XX", "zh_GB", "en_GB_GB", "?", "de_DE_x_y"])
  func `what the system has no data for is no locale`(tag: String) {
    #expect(Locale.known(tag) == nil)
  }

  @Test(arguments: ["ur_PK", "ur_IN"])
  func `a language with several scripts is found if there is any data`(tag: String) {
    let hasData = Locale.availableIdentifiers.contains {
      $0.hasPrefix("ur_") && $0.hasSuffix(tag.suffix(3))
    }
    #expect((Locale.known(tag) != nil) == hasData)
  }
}
