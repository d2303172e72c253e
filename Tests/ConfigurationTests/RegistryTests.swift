import PeachSupport
import Testing

@Suite struct RegistryTests {
  private struct Fruit: Sendable, Equatable {
    var name: String
    var price: Int
  }

  private let fruits = Registry(
    "fruit", [Fruit(name: "apple", price: 1), Fruit(name: "banana", price: 2)], name: { $0.name })

  @Test func `kinds are found by name, in the order they were listed`() {
    #expect(fruits.names == ["apple", "banana"])
    #expect(fruits["banana"]?.price == 2)
    #expect(fruits["cherry"] == nil)
    #expect(fruits.what == "fruit")
  }

  @Test func `another kind is added to a copy`() {
    let more = fruits.adding(Fruit(name: "cherry", price: 3))
    #expect(more.names == ["apple", "banana", "cherry"])
    #expect(fruits.names == ["apple", "banana"])
  }

  @Test func `a kind is read from a file`() throws {
    #expect(try Reading.of([("kind", Reading.plain("banana"))]) { fruits.kind(from: $0)?.price } == 2)
    #expect(
      try Reading.resolved([("kind", Reading.plain("banana"))]) { fruits.kind(from: $0) } == #"{"kind": "banana"}"#)
  }

  @Test func `an unknown kind is ignored, so that its keys are not read as those of another kind`() {
    func price(_ reader: Reader) -> Int? {
      guard let fruit = fruits.kind(from: reader) else {
        _ = reader.dataKeys()
        return nil
      }
      return fruit.price
    }
    #expect(
      Reading.problems([("kind", Reading.plain("bananna")), ("size", Reading.plain("5"))], price) == """
        f.yaml:1:10: kind: expected one of apple, banana, got 'bananna'
          hint: did you mean 'banana'?
        """)
    #expect(Reading.problems([], price) == "f.yaml:1:1: kind: missing; expected one of apple, banana")
  }
}
