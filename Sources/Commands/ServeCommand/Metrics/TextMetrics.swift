import Metrics
import Synchronization

/// What a program measures of itself, as a text that monitoring systems read.
///
/// The text is Prometheus's exposition format, version 0.0.4: a counter ends with `_total`, what takes time is
/// a histogram in seconds. No library here writes it for swift-metrics.
final class TextMetrics: MetricsFactory {
  /// A value under its labels.
  fileprivate struct Series: Hashable {
    let name: String
    /// As they are written, with their braces; empty if there are none.
    let labels: String
  }

  private struct State {
    var measures: [Series: Measure] = [:]
  }

  private let state = Mutex(State())

  /// Everything that was measured, in the order of its names.
  var text: String {
    let measures = state.withLock { $0.measures }
      .sorted { ($0.key.name, $0.key.labels) < ($1.key.name, $1.key.labels) }
    var lines: [String] = []
    var last: String?
    for (series, measure) in measures {
      let told = measure.told(as: series)
      if last != told.name {
        lines.append("# TYPE \(told.name) \(told.type)")
        last = told.name
      }
      lines += told.samples
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func measure(_ label: String, _ dimensions: [(String, String)], _ kind: Measure.Kind)
    -> Measure
  {
    let series = Series(name: Self.name(label), labels: Self.labels(dimensions))
    return state.withLock { state in
      if let known = state.measures[series] { return known }
      let measure = Measure(kind)
      state.measures[series] = measure
      return measure
    }
  }

  /// A label as the format has names: letters, digits, underscores and colons.
  static func name(_ label: String) -> String {
    let name = String(
      label.unicodeScalars.map { scalar in
        let isPlain =
          scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
        return isPlain || scalar == ":" ? Character(scalar) : "_"
      })
    return name.first?.isNumber ?? true ? "_" + name : name
  }

  private static func labels(_ dimensions: [(String, String)]) -> String {
    guard !dimensions.isEmpty else { return "" }
    let labels = dimensions.map { key, value in
      let value = value.map { character in
        switch character {
        case "\\": "\\\\"
        case "\"": "\\\""
        case "\n": "\\n"
        default: String(character)
        }
      }
      return "\(name(key).replacing(":", with: "_"))=\"\(value.joined())\""
    }
    return "{\(labels.joined(separator: ","))}"
  }

  // MARK: - Making them

  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    measure(label, dimensions, .counter)
  }

  func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    measure(label, dimensions, .gauge)
  }

  func makeRecorder(
    label: String, dimensions: [(String, String)], aggregate: Bool
  ) -> any RecorderHandler {
    measure(label, dimensions, aggregate ? .histogram(Measure.sizes) : .gauge)
  }

  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    measure("\(label).seconds", dimensions, .histogram(Measure.seconds))
  }

  // They are measured for as long as the program runs.
  func destroyCounter(_ handler: any CounterHandler) {}
  func destroyMeter(_ handler: any MeterHandler) {}
  func destroyRecorder(_ handler: any RecorderHandler) {}
  func destroyTimer(_ handler: any TimerHandler) {}
}

extension Measure {
  /// How a measure is told: its name and type, and a line for each value.
  fileprivate func told(
    as series: TextMetrics.Series
  ) -> (name: String, type: String, samples: [String]) {
    let (name, labels) = (series.name, series.labels)
    switch value {
    case .counter(let count):
      return ("\(name)_total", "counter", ["\(name)_total\(labels) \(count)"])
    case .gauge(let value): return (name, "gauge", ["\(name)\(labels) \(value)"])
    case .histogram(let histogram):
      let rest = labels.isEmpty ? "" : labels.dropFirst().dropLast() + ","
      var samples: [String] = []
      var count = 0
      for (bound, more) in zip(histogram.bounds.map { "\($0)" } + ["+Inf"], histogram.counts) {
        count += more
        samples.append("\(name)_bucket{\(rest)le=\"\(bound)\"} \(count)")
      }
      samples.append("\(name)_sum\(labels) \(histogram.sum)")
      samples.append("\(name)_count\(labels) \(count)")
      return (name, "histogram", samples)
    }
  }
}
