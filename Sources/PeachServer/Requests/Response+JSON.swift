import Foundation
import Hummingbird
import NIOCore

extension Response {
  /// A response with a value as JSON.
  static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) -> Response {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    // Values of the page are finite numbers, words and flags, which can always be written.
    let data = (try? encoder.encode(value)) ?? Data()
    return bytes(Array(data), type: "application/json", status: status)
  }

  static func bytes(_ bytes: [UInt8], type: String, status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status, headers: [.contentType: type, .contentLength: String(bytes.count)],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  static func text(_ text: String, type: String) -> Response { bytes(Array(text.utf8), type: type) }
}
