import PeachReporting
import Testing

@Suite struct ForestFigureTests {
  private let axis = FigureAxis("threshold", unit: "cents", scale: .log)

  @Test func `rows are sorted by threshold, and those without one come last in brackets`() throws {
    let rows = [
      ForestRow("P03", value: 21.4, low: 15.2, high: nil), ForestRow("P01", value: nil),
      ForestRow("P02", value: 7.53, low: 6.1, high: 9.3),
    ]
    let figure = try #require(Figure.forest(rows, axis: axis))
    let panel = figure.panels[0]
    #expect(panel.y.categories == ["P02", "P03", "(P01)"])
    #expect(panel.layers[0].data.map(\.x) == [7.53, 21.4])
    #expect(panel.layers[0].data.map(\.high) == [9.3, nil])
    #expect(panel.layers[1].mark == .note && panel.layers[1].data[0].text == "no threshold")
    #expect(panel.margin == ["7.53 (6.10 to 9.30)", "21.40 (above 15.20)", "–"])
    #expect(
      figure.description
        == "3 groups from the lowest threshold to the highest: P02 7.53 to P03 21.4. 1 has no threshold. "
        + "Bars are 95 % intervals.")
    expectReadable(figure)
  }

  @Test func `sixty listeners fit on a page, and more or none are no figure`() throws {
    func rows(_ count: Int) -> [ForestRow] {
      (0..<count).map { number in
        ForestRow(
          "listener-\(number)", value: 5 + Double(number), low: 3 + Double(number), high: 9 + 2 * Double(number))
      }
    }
    expectReadable(try #require(Figure.forest(rows(60), axis: axis)))
    #expect(Figure.forest(rows(61), axis: axis) == nil)
    #expect(Figure.forest([ForestRow("a", value: nil)], axis: axis) == nil)
  }
}
