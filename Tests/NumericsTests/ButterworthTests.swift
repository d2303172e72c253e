import PeachMath
import Testing

/// Butterworth filters against the impulse responses of scipy 1.17.1: `lfilter(*butter(n, edges, fs=rate), impulse)`.
@Suite struct ButterworthTests {
  private func response(_ filter: Butterworth) -> [Double] {
    filter.filtered([1] + [Double](repeating: 0, count: 199))
  }

  @Test func `a band-pass filter of four poles has scipy's impulse response`() {
    let wide = response(Butterworth(low: 4000, high: 6000, rate: 44_100))
    let expected = [
      0.016819150107057153, 0.04630708558883389, 0.03478311306877224, -0.029097458206520835, -0.09268912557385597,
      -0.1058203782064504,
    ]
    for (found, value) in zip(wide, expected) { #expect(abs(found - value) < 1e-13) }
    #expect(abs(wide[100] - 5.3860795385889844e-06) < 1e-14)
    let narrow = response(Butterworth(low: 900, high: 1100, rate: 48_000))
    for (found, value) in zip(narrow, [0.00016822370859146917, 0.0006610204085537541, 0.0012813447534929957]) {
      #expect(abs(found - value) < 1e-14)
    }
    #expect(abs(narrow[150] - 0.006558469427052689) < 1e-12)
  }

  @Test func `low-pass and high-pass filters of two poles have scipy's impulse responses`() {
    let low = response(Butterworth(lowPass2: 2000, rate: 48_000))
    let expected = [
      0.014401440346511215, 0.05232033429974446, 0.08989456928755789, 0.11066485040348448, 0.1186338512114011,
      0.11730324126346743, 0.10962698094013705, 0.09801061812081364,
    ]
    for (found, value) in zip(low, expected) { #expect(abs(found - value) < 1e-14) }
    let high = response(Butterworth(highPass2: 500, rate: 44_100))
    let other = [
      0.9508741152423014, -0.09572124509299851, -0.09067767609421756, -0.08567952862443921,
      -0.08074658877923137, -0.07589643148683214, -0.07114454753946461, -0.0665044685159432,
    ]
    for (found, value) in zip(high, other) { #expect(abs(found - value) < 1e-13) }
  }

  @Test func `a low-pass filter of one pole has scipy's impulse response`() {
    let found = response(Butterworth(lowPass: 65, rate: 44_100))
    for (found, value) in zip(found, [0.004609155768303936, 0.009175822902814892, 0.009091237308692003]) {
      #expect(abs(found - value) < 1e-16)
    }
    #expect(abs(found[150] - 0.0023086747924487947) < 1e-15)
  }
}
