/// Floats in memory that begins at a cache line: vectors that straddle two lines take twice as long to load.
final class AlignedFloats: @unchecked Sendable {
  // Written in `init` alone, so that it can be read from all threads.
  let start: UnsafePointer<Float>
  private let memory: UnsafeMutablePointer<Float>

  static let alignment = 64

  init(_ values: [Float]) {
    let raw = UnsafeMutableRawPointer.allocate(
      byteCount: max(values.count, 1) * MemoryLayout<Float>.stride, alignment: Self.alignment)
    memory = raw.bindMemory(to: Float.self, capacity: values.count)
    for (index, value) in values.enumerated() { (memory + index).initialize(to: value) }
    start = UnsafePointer(memory)
  }

  deinit { memory.deallocate() }
}
