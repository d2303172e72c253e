import PeachMath
import PeachSupport
import PeachTrials

/// The version and build of Peach, as records store them.
package enum BuildInfo {
  package static let version = "0.1.0"
  /// The year of this version, for citations.
  package static let year = 2026

  /// The identity of a build. Results of two builds are never mixed in one file.
  ///
  /// The bytes of the running program and the versions of the C library and of GSL, hashed once.
  package static func build() throws(LiveSessionError) -> String { try identity.get() }

  private static let identity = Result { () throws(LiveSessionError) in
    let path = "/proc/self/exe"
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0,
      let bytes = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0), bytes != MAP_FAILED
    else { throw LiveSessionError(.inaccessible, "\(path): cannot be read: \(String(cString: strerror(errno)))") }
    defer { munmap(bytes, Int(status.st_size)) }
    return hash(of: UnsafeRawBufferPointer(start: bytes, count: Int(status.st_size)))
  }

  private static func hash(of program: UnsafeRawBufferPointer) -> String {
    var hash = SipHash(key: SipHash.Words(0, 0))
    let words = program.count / 8
    for index in 0..<words { hash.add(program.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self)) }
    for byte in program[(words * 8)...] { hash.add(byte) }
    var version = [CChar](repeating: 0, count: 64)
    confstr(Int32(_CS_GNU_LIBC_VERSION), &version, version.count)
    for character in version { hash.add(UInt8(bitPattern: character)) }
    hash.add(GSL.version)
    return hash.finish().hex
  }
}
