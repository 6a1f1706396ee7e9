/// Words that the guide replaces by others.
extension Rule {
  static let wordLists = [
    Rule(name: "words", language: "en", patterns: english),
    Rule(name: "slova", language: "ru", patterns: russian),
    Rule(name: "spelling", language: "en", patterns: american),
  ]

  /// What is said instead stands behind each.
  private static let english = [
    #"(?i)\bshall\b"#,  // should, do you want to
    #"(?i)\banew\b"#,  // again
    #"(?i)\bgo(es|ing)? on with\b"#,  // resume
    #"(?i)\bSee that\b"#,  // check
    #"(?i)\bin the meantime\b"#,  // nothing
    #"(?i)\bhow (it|they) stands? now\b"#,  // the latest
    #"(?i)\bpockets?\b"#,  // accounts and goals
    #"(?i)\bfault\b"#, #"(?i)\bwrong\b"#, #"(?i)\bnot right yet\b"#,  // problem, needs attention
    #"(?i)\bmore money than there is\b"#,  // too large
    #"(?i)\b(is|are|was|were|be|been)( not| never)? taken\b"#,  // accepted
    #"(?i)\bEnter( alone)? takes\b|\bEnter alone\b"#,  // press Enter
    #"(?i)\bwhat now\?"#,  // what would you like to do?
    #"(?i)(?<!there )\bis no\b(?! longer| more)"#,  // is not a
    #"(?i)\bout of order\b"#, #"(?i)\bpatience\b"#,  // error, busy
    #"(?i)\bstands?\b(?! for)"#,  // is still there, is kept
    #"(?i)\bnot in use\b"#,  // inactive
    #"(?i)\btroubles?\b"#,  // problem
    #"(?i)\bmak(e|es|ing) (a|an|one)\b"#,  // create
    #"(?i)\bwas left\b(?! as it)"#, #"(?i)\bleft;"#,  // cancelled, or paused
    #"(?i)\b(is|are|was|were|be|been)( not| never)? kept\b"#,  // saved
    #"(?i)\bwalk\b"#, #"(?i)\bfilm\b"#,  // session, terminal recording
    #"(?i)\bdrops?\b"#,  // forget
    #"(?i)\btaken back\b"#, #"(?i)\btake back\b"#,  // undo
    #"(?i)\bdo again\b|\bdone again\b"#,  // redo
    #"(?i)\bnobody in\b"#,  // cannot log in
    #"(?i)\bin all\b"#,  // total
    #"(?i)\bof the last (\{|%|\d)"#,  // in the last
    #"(?i)\bno part of\b"#, #"(?i)\bnot part of an?\b"#,  // does not belong in
    #"(?i)\bgiven back\b|\bgives back\b"#,  // returned
    #"(?i)\ba (amount|answer|action|id)\b"#,  // an
  ]

  private static let russian = [
    #"(?i)\bвзять\b|\bберёт\b"#,  // подтвердить, читает
    #"(?i)\bв силе\b"#,  // остаётся
    #"(?i)спрашивается снова|спрошено снова|спросят снова"#,  // вопрос появится снова
    #"(?i)\bстоит\b"#,  // указано
    #"(?i)\bбанк не знает\b"#,  // не нашёл
    #"(?i)\bне принимает ваш\b|\bне принимает этот\b"#,  // не принял
    #"(?i)как обстоит дело"#,  // вот новые данные
    #"(?i)\bЧтение\b"#,  // загрузка
    #"(?i)неполадк"#,  // проблема
    #"(?i)\bтокен"#,  // ключ доступа
    #"(?i)\bфильм"#, #"(?i)\bпроход\b"#,  // видео терминала, сеанс
    #"(?i)таких денег"#,  // слишком большая сумма
    #"(?i)\bзабрать\b"#,  // вывести
    #"(?i)\bбаланс\b"#,  // остаток
    #"(?i)\bдень рождения\b"#,  // дата рождения
    #"(?i)\bбайтов\b"#,  // байт
    #"(?i)«[^»]*\blast\b"#,  // последний
    #"(?i)\bпросто Enter\b(?!\.)"#,  // Enter —
    #"(?i)тем же ключом"#,  // с этим номером
    #"(?i)\bпрерван и сохранён\b"#,  // приостановлено
    #"(?i)\bследующая попытка\b"#,  // повтор через
    #"(?i)\bзагляните\b"#,  // попробуйте
  ]

  private static let american = [
    #"(?i)\bcolors?\b"#, #"(?i)\bcanceled\b"#, #"(?i)\bcancelation\b"#,
    #"(?i)\b(recogni|authori|organi|summari)z"#, #"(?i)\b(e\.g\.|i\.e\.|etc\.)"#,
  ]
}
