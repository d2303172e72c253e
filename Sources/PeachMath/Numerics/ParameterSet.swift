/// The subset of four parameters that take part.
@frozen @usableFromInline
package struct ParameterSet: Sendable {
  @usableFromInline var bits: UInt8

  package init(_ indices: Int...) { bits = indices.reduce(0) { $0 | 1 << UInt8($1) } }

  @inlinable
  package func contains(_ index: Int) -> Bool { bits >> UInt8(index) & 1 == 1 }

  @inlinable
  package mutating func remove(_ index: Int) { bits &= ~(1 << UInt8(index)) }

  @inlinable
  package mutating func insert(_ index: Int) { bits |= 1 << UInt8(index) }

  @inlinable
  package var isEmpty: Bool { bits == 0 }

  @inlinable
  package var count: Int { bits.nonzeroBitCount }
}
