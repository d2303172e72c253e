import Synchronization

/// A value that is made when it is first asked for, once for all tracks and threads.
///
/// Other threads wait until it is made. Tasks that ask for it therefore run on `WorkerThreads`, as those of a simulation do.
package final class LazyValue<Value: Sendable>: Sendable {
  private let made = Mutex<Value?>(nil)
  private let make: @Sendable () -> Value

  package init(_ make: @escaping @Sendable () -> Value) { self.make = make }

  package var value: Value {
    made.withLock { made in
      if let made { return made }
      let value = make()
      made = value
      return value
    }
  }
}
