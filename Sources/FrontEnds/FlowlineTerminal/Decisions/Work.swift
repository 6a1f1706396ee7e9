import Flowline

/// Something that is waited for, as a person is told of it.
struct Work: Equatable {
  /// Tells one piece of work from the next.
  let id: String
  /// What people call it.
  let name: String
  /// How much is done, where it tells.
  var done: Int?
  /// How much there is to do, where it tells.
  var total: Int?
  /// What it is doing just now, where it tells.
  var remark: String?

  /// How much of it is done, where its size is known.
  var share: WorkShare? {
    guard let done, let total, total > 0 else { return nil }
    return WorkShare(done: min(max(done, 0), total), total: total)
  }
}

extension Work {
  /// The work that a walk waits for: the first that is under way, else what the flow does itself.
  ///
  /// - Parameters:
  ///   - underWay: the loads and commits under way.
  ///   - inspection: the open flows.
  ///   - label: the step whose answer is checked; nil if none is.
  ///   - words: the language.
  init(
    _ underWay: [FlowInspection.Effect], in inspection: FlowInspection, label: String?,
    _ words: Words
  ) {
    guard let effect = underWay.first(where: { !$0.isWait }) else {
      let flow = inspection.innermost.first
      self.init(id: "", name: flow?.title.line.asBeginning ?? "")
      return
    }
    let name: String
    if let title = effect.title?.line, !title.isEmpty {
      name = title
    } else if effect.kind == .check {
      name = words("work.check", .string(label ?? effect.id.rawValue))
    } else {
      name = OneLine.text(effect.id.rawValue).asBeginning
    }
    self.init(
      id: "\(effect.kind) \(effect.id)", name: name, done: effect.done, total: effect.total,
      remark: effect.remark?.line)
  }
}

/// How much of some work is done.
struct WorkShare: Equatable {
  let done: Int
  let total: Int

  /// In hundredths, rounded down.
  var percentage: Int { Int((Double(done) / Double(total) * 100).rounded(.down)) }

  /// The milliseconds that are left at the rate so far; nothing before that means something: after
  /// two seconds and a twentieth of the work.
  func left(after elapsed: Int) -> Int? {
    guard elapsed >= 2000, done < total, Double(done) / Double(total) >= 0.05 else { return nil }
    return Int(Double(elapsed) * Double(total - done) / Double(done))
  }
}
