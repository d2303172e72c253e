/// Which of four unknowns take part.
@frozen
public struct UnknownSet: Sendable {
  @usableFromInline var bits: UInt8

  public init(_ indices: Int...) { bits = indices.reduce(0) { $0 | 1 << UInt8($1) } }

  @inlinable
  public func contains(_ index: Int) -> Bool { bits >> UInt8(index) & 1 == 1 }

  @inlinable
  public mutating func remove(_ index: Int) { bits &= ~(1 << UInt8(index)) }

  @inlinable
  public mutating func insert(_ index: Int) { bits |= 1 << UInt8(index) }

  @inlinable
  public var isEmpty: Bool { bits == 0 }

  @inlinable
  public var count: Int { bits.nonzeroBitCount }
}
