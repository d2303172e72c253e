/// The kinds of strategies, or of listeners, that an experiment file can name, in the order they were added. `Kind` is
/// the type of a kind, such as `any StrategyDeclaration.Type`.
///
/// It is a value: there is no global table, and nothing registers itself. A package of your own adds its kinds with
/// `adding`.
///
/// ```swift
/// let strategies = BuiltInStrategies.registry.adding(OwnStrategy.self)
/// ```
public struct Registry<Kind: Sendable>: Sendable {
  /// The word for a kind in messages: `strategy` or `listener`.
  public let what: String
  /// All kinds, in the order they were added.
  public private(set) var kinds: [Kind]
  private let nameOf: @Sendable (Kind) -> String
  private let meant: @Sendable (String) -> String?

  /// A registry of kinds.
  ///
  /// - Parameters:
  ///   - what: The word for a kind in messages.
  ///   - name: Returns the name of a kind.
  ///   - meant: Returns a hint for an unknown name, such as the name in another program. If it returns `nil`, Peach
  ///     suggests the nearest name.
  /// - Precondition: All names are different.
  public init(
    _ what: String, _ kinds: [Kind], name: @escaping @Sendable (Kind) -> String,
    meant: @escaping @Sendable (String) -> String? = { _ in nil }
  ) {
    self.what = what
    self.kinds = kinds
    nameOf = name
    self.meant = meant
    let names = kinds.map(name)
    precondition(Set(names).count == names.count, "two kinds of \(what) have the same name: \(names)")
  }

  /// The names of all kinds, in the order they were added.
  public var names: [String] { kinds.map(nameOf) }

  /// The kind with a name; `nil` if there is none.
  public subscript(name: String) -> Kind? { kinds.first { nameOf($0) == name } }

  /// The registry with one more kind, at the end. A name that exists already stops the program.
  public func adding(_ kind: Kind) -> Registry { Registry(what, kinds + [kind], name: nameOf, meant: meant) }

  /// Reads the key `kind` of a mapping and returns the kind with that name; `nil` if it is missing or unknown, which
  /// is reported.
  ///
  /// - Parameter other: Returns a hint for an unknown name for which the registry has none. If it returns `nil`, Peach
  ///   suggests the nearest name.
  public func kind(from reader: Reader, meant other: (String) -> String? = { _ in nil }) -> Kind? {
    reader.requiredChoice("kind", from: names, "Kind of the \(what)", meant: { meant($0) ?? other($0) })
      .flatMap { self[$0] }
  }

  /// A hint for another program's name of a kind; `nil` if the name is unknown.
  package func hintForOtherName(_ word: String) -> String? { meant(word) }

  /// A hint for an unknown name: the kind with that name in other programs, the nearest name, or all names.
  package func hint(for name: String) -> String? {
    meant(name) ?? NearestName.hint(for: name, among: names, listing: "names here")
  }
}
