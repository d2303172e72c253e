import PeachPitch
import PeachSessions
import PeachSupport
import Testing

/// Tables of what a meter read of a device's tones.
@Suite struct DeviceReadingsTests {
  private func read(_ text: String) throws -> [DeviceCalibration.Reading] {
    try DeviceReadings.read(text, file: "ear.csv", level: -18)
  }

  @Test func `readings are accepted with the decorations of spreadsheets`() throws {
    let readings = try read("frequency_hz , reading_db\r\n\"250\", 78\r\n\r\n4000,74.5\r\n")
    #expect(readings.map(\.frequency.hertz) == [250, 4000])
    #expect(readings.map(\.pressure) == [78, 74.5])
    #expect(readings.map(\.level) == [-18, -18])
  }

  @Test func `every invalid line is reported with its place`() throws {
    let error = #expect(throws: ConfigurationError.self) {
      try read("frequency_hz,reading_db\n250,78\n19,70\n1000,loud\u{1b}\n250,79\n")
    }
    let expected = "expected a frequency in [20, 19000] Hz and a reading in [0, 140] dB SPL, got"
    #expect(
      error?.description == """
        ear.csv:3:1: \(expected) '19,70'
        ear.csv:4:1: \(expected) '1000,loud\\u{1b}'
        ear.csv:5:1: expected each frequency once, got 250 twice
        """)
  }

  @Test(arguments: [
    ("hz,db\n1,2\n", "expected the columns frequency_hz,reading_db"),
    (
      "frequency_hz,reading_db\n",
      "expected at least one row: a frequency in Hz and the level that the meter read, in dB SPL"
    ),
    ("", "expected a header line, got an empty file"),
  ])
  func `an invalid table is rejected`(text: String, message: String) {
    #expect(throws: ConfigurationError.self) { try read(text) }
    do { _ = try read(text) } catch { #expect("\(error)" == "ear.csv:1:1: \(message)") }
  }
}
