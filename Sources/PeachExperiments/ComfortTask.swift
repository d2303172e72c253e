import PeachSupport
import PeachTrials

/// The experiment whose sound a listener sets to a comfortable level: the stated sound at the level x.
enum ComfortTask {
  static func node(of comfort: LabComfort, in root: Node) -> Node {
    func mapping(_ fields: [(String, Node)]) -> Node {
      .mapping(
        fields.map { Node.Entry(key: $0.0, place: comfort.place, value: $0.1) }, place: comfort.place)
    }
    func text(_ text: String) -> Node { .scalar(text: text, isQuoted: false, place: comfort.place) }
    func list(_ items: [Node]) -> Node { .sequence(items, place: comfort.place) }
    var standard = comfort.sound ?? mapping([])
    if case .mapping(let entries, let place) = standard {
      standard = .mapping(
        entries + [Node.Entry(key: "level", place: place, value: text(comfort.start.shortest))], place: place)
    }
    let sounds = mapping([
      ("levels", text(comfort.scale.rawValue)), ("standard", standard), ("target", mapping([("level", text("x"))])),
    ])
    let levels = [comfort.start, comfort.highest].map { text($0.shortest) }
    let stated = ["name", "seed"].compactMap { key in root[key].map { (key, $0) } }
    return mapping(
      stated + [
        (
          "task",
          mapping([
            ("kind", text("yes-no")), ("unit", text("dB")), ("scale", text("linear")), ("sounds", sounds),
          ])
        ),
        (
          "listeners",
          list([
            mapping([
              ("name", text("listener")), ("kind", text("psychometric")), ("function", text("normal")),
              ("threshold", text("0")), ("slope", text("1")),
            ])
          ])
        ),
        (
          "strategies",
          list([
            mapping([
              ("name", text(LabComfort.partName)), ("kind", text("constant-stimuli")), ("levels", list(levels)),
              ("repetitions", text("1")),
            ])
          ])
        ),
        ("replicates", text("1")),
      ])
  }
}
