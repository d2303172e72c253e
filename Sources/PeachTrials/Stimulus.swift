/// The sounds of a task's trials, as data. Rendering belongs to the module of sounds.
package protocol Stimulus: Sendable {
  /// The number of intervals in a trial.
  var intervals: Int { get }
}
