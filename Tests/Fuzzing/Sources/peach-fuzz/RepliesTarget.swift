import Foundation
import PeachExperiments
import PeachListeners
import PeachPitch
import PeachStrategies
import PeachSupport
import PeachTrials

/// What programs answer for strategies and listeners: the line for one message, in pieces as pipes have them, taken as
/// every kind of answer. The first byte says how long the pieces are, and in which task.
struct RepliesTarget: FuzzTarget {
  static let name = "replies"
  private static let limits = 0.1...100.0

  private let tasks: [TrialTask]
  private let comparison: Comparison

  init() throws {
    tasks = try ["{kind: comparison}", "{kind: yes-no, unit: dB}", "{kind: oddity}"].map(
      TrialTask.init(parsing:))
    comparison = Comparison(reference: try MIDINote(60), interval: .prime, offset: -12, level: Level(12))
  }

  func messages(of bytes: [UInt8]) -> [String] {
    guard let way = bytes.first else { return [] }
    let said = Array(bytes.dropFirst())
    let size = Int(way & 0x3f) + 1
    var line = ReplyLine()
    do throws(ProgramFault) {
      for start in stride(from: 0, to: said.count, by: size) {
        line.append(said[start..<min(start + size, said.count)])
        guard let reply = try line.next("tell") else { continue }
        RepliesTarget.compare(reply, said.prefix { $0 != 0x0a })
        return use(reply, in: tasks[Int(way >> 6) % tasks.count])
      }
    } catch {
      return [ProgramFault("mine.py", error.reason, saying: said).reason]
    }
    return []
  }

  /// What strategies and listeners make of a reply.
  private func use(_ reply: Reply, in task: TrialTask) -> [String] {
    let answer = ProcessListener.answer(reply, to: comparison, of: task)
    if let answer, !(0 ..< .infinity).contains(answer.seconds) { find("an answer after \(answer.seconds) s") }
    do throws(ProgramFault) {
      let estimate = try ProcessStrategy.estimate(reply, within: ProcessStrategy.rails(task))
      let numbers = [estimate.threshold, estimate.low, estimate.high, estimate.slope, estimate.lapse]
      if !numbers.allSatisfy({ $0.map { abs($0) <= 1e100 } ?? true }) { find("an estimate of \(numbers)") }
      if let count = try ProcessStrategy.reversals(reply, of: 7), !(0...7).contains(count) {
        find("\(count) reversals")
      }
      if case .level(let level) = try ProcessStrategy.move(reply, within: Self.limits), !Self.limits.contains(level) {
        find("level \(level)")
      }
    } catch {
      return [error.reason]
    }
    return []
  }

  /// What is taken is an object of JSON to another reader too, with the same numbers, texts and flags.
  private static func compare(_ reply: Reply, _ line: some Collection<UInt8>) {
    let text = String(decoding: line, as: UTF8.self)
    // What is no UTF-8, or half a pair of surrogates, is shown as such here and refused there.
    func isWhole(_ text: String) -> Bool { !text.contains("\u{fffd}") }
    guard isWhole(text), reply.names.allSatisfy(isWhole) else { return }
    guard let object = try? JSONDecoder().decode([String: Scalar].self, from: Data(line)) else {
      if !text.contains("\\u") { find("no JSON: \(text)") }
      return
    }
    // Of two values with one name readers may take either.
    guard reply.names.count == object.count else { return }
    for (name, scalar) in object {
      guard let value = scalar.value, reply[name] != value else { continue }
      // The values in an object are compared by name alone.
      if case .object? = reply[name], case .object = value { continue }
      if case .text(let own)? = reply[name], !isWhole(own) { continue }
      find("\(name) is \(String(describing: reply[name])), not \(value)")
    }
  }

  private static let anyObject = Array("{}".utf8).withUnsafeBufferPointer { Reply(line: $0)! }

  private struct Scalar: Decodable {
    /// nil where Foundation cannot say, as of `0e8`, which is 0.
    var value: Reply.Value?

    init(from decoder: any Decoder) throws {
      let one = try decoder.singleValueContainer()
      value =
        if one.decodeNil() {
          .null
        } else if let flag = try? one.decode(Bool.self) {
          .flag(flag)
        } else if let number = try? one.decode(Double.self) {
          .number(number)
        } else if let text = try? one.decode(String.self) {
          .text(text)
        } else if (try? one.decode([Scalar].self)) != nil {
          .list
        } else if (try? one.decode([String: Scalar].self)) != nil {
          .object(RepliesTarget.anyObject)
        } else {
          nil
        }
    }
  }
}
