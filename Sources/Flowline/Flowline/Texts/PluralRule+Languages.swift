extension PluralRule {
  /// The rules of each language, those that share them together, and their categories but `other`.
  ///
  /// Source: Unicode CLDR 47, supplemental/plurals.xml, type `cardinal`, reduced to numbers without
  /// decimals: there i is n, and v, f, t and e are 0. Deprecated codes such as `iw` have the rules of
  /// their successors, and the Portuguese of other countries than Brazil that of Portugal, as in
  /// CLDR's list of parent locales. A language that is not here has no category but `other`.
  static let languages: [(ids: String, rules: String)] = [
    (
      """
      af an asa ast az bal bem bez bg brx ce cgg chr ckb da de dv ee el en eo et eu fi fo fur fy \
      gl gsw ha haw hu ia io jgo ji jmc ka kaj kcg kk kkj kl ks ksb ku ky lb lg lij mas mgo ml mn \
      mr nah nb nd ne nl nn nnh no nr ny nyn om or os pap ps rm rof rwk saq sc sd sdh seh sn so sq \
      ss ssy st sv sw syr ta te teo tig tk tn tr ts ug ur uz ve vo vun wae xh xog yi
      """,
      "one: n = 1"
    ),
    (
      "ak am as bh bho bn csw doi fa ff gu guw hi hy kab kn ln mg nso pa pcm si ti wa zu",
      "one: n = 0,1"
    ),
    ("ceb fil tl", "one: n = 1,2,3 or n % 10 != 4,6,9"),
    ("is mk", "one: n % 10 = 1 and n % 100 != 11"),
    ("tzm", "one: n = 0,1 or n = 11..99"),
    ("he iu iw naq sat se sma smi smj smn sms", "one: n = 1; two: n = 2"),
    (
      "ca es it lld pt_AO pt_CH pt_CV pt_GQ pt_GW pt_LU pt_MO pt_MZ pt_PT pt_ST pt_TL scn vec",
      "one: n = 1; many: n != 0 and n % 1000000 = 0"
    ),
    ("bs hr sh sr", "one: n % 10 = 1 and n % 100 != 11; few: n % 10 = 2..4 and n % 100 != 12..14"),
    ("blo ksh lag", "zero: n = 0; one: n = 1"),
    ("fr ht pt", "one: n = 0,1; many: n != 0 and n % 1000000 = 0"),
    ("cs sk", "one: n = 1; few: n = 2..4"),
    ("lv prg", "zero: n % 10 = 0 or n % 100 = 11..19; one: n % 10 = 1 and n % 100 != 11"),
    ("mo ro", "one: n = 1; few: n = 0 or n != 1 and n % 100 = 1..19"),
    ("lt", "one: n % 10 = 1 and n % 100 != 11..19; few: n % 10 = 2..9 and n % 100 != 11..19"),
    ("shi", "one: n = 0,1; few: n = 2..10"),
    (
      "be ru uk",
      """
      one: n % 10 = 1 and n % 100 != 11; few: n % 10 = 2..4 and n % 100 != 12..14; many: n % 10 \
      = 0 or n % 10 = 5..9 or n % 100 = 11..14
      """
    ),
    ("dsb hsb sl", "one: n % 100 = 1; two: n % 100 = 2; few: n % 100 = 3..4"),
    ("gd", "one: n = 1,11; two: n = 2,12; few: n = 3..10,13..19"),
    ("gv", "one: n % 10 = 1; two: n % 10 = 2; few: n % 100 = 0,20,40,60,80"),
    (
      "pl",
      """
      one: n = 1; few: n % 10 = 2..4 and n % 100 != 12..14; many: n != 1 and n % 10 = 0..1 or n \
      % 10 = 5..9 or n % 100 = 12..14
      """
    ),
    (
      "br",
      """
      one: n % 10 = 1 and n % 100 != 11,71,91; two: n % 10 = 2 and n % 100 != 12,72,92; few: n % \
      10 = 3..4,9 and n % 100 != 10..19,70..79,90..99; many: n != 0 and n % 1000000 = 0
      """
    ),
    ("ga", "one: n = 1; two: n = 2; few: n = 3..6; many: n = 7..10"),
    ("mt", "one: n = 1; two: n = 2; few: n = 0 or n % 100 = 3..10; many: n % 100 = 11..19"),
    ("ar ars", "zero: n = 0; one: n = 1; two: n = 2; few: n % 100 = 3..10; many: n % 100 = 11..99"),
    ("cy", "zero: n = 0; one: n = 1; two: n = 2; few: n = 3; many: n = 6"),
    (
      "kw",
      """
      zero: n = 0; one: n = 1; two: n % 100 = 2,22,42,62,82 or n % 1000 = 0 and n % 100000 = \
      1000..20000,40000,60000,80000 or n != 0 and n % 1000000 = 100000; few: n % 100 = \
      3,23,43,63,83; many: n != 1 and n % 100 = 1,21,41,61,81
      """
    ),
  ]
}
