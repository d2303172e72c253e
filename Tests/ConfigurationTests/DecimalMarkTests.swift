import PeachSupport
import Testing

@Suite struct DecimalMarkTests {
  @Test(
    arguments: [
      ("1.5", 1.5, nil), ("1,5", nil, 1.5), ("-3", -3, -3), ("1,250", nil, 1.25), ("1.250", 1.25, nil),
      ("1e-3", 0.001, 0.001),
      ("1,5e2", nil, 150), ("1,2,3", nil, nil), ("1.234,5", nil, nil), (",5", nil, 0.5), ("five", nil, nil),
    ] as [(String, Double?, Double?)])
  func `a number has one mark`(text: String, point: Double?, comma: Double?) {
    #expect(DecimalMark.point.double(text) == point)
    #expect(DecimalMark.comma.double(text) == comma)
  }

  @Test(
    arguments: [
      ("1,250", 1250, 1.25), ("1.250", 1.25, 1250), ("12,500,000.5", 12_500_000.5, nil), ("1.234,5", nil, 1234.5),
      ("0,125", nil, 0.125), ("1,25", nil, 1.25), ("-1,000", -1000, -1), ("1,000,00", nil, nil),
    ] as [(String, Double?, Double?)])
  func `with a stated decimal mark, the other mark may separate thousands`(
    text: String, point: Double?, comma: Double?
  ) {
    #expect(DecimalMark.point.double(text, hasThousands: true) == point)
    #expect(DecimalMark.comma.double(text, hasThousands: true) == comma)
  }
}
