extension ExperimentTemplate {
  static let liveText = """
    # A listener's just noticeable difference of pitch, measured by a strategy.
    #   peach simulate FILE                 rehearses with a simulated listener: how precise is the threshold?
    #   peach live FILE --listener P01      runs a session; keys: h or up arrow higher, l or down arrow lower, q quits
    #   peach export --listener P01 --table trials
    #   peach fit --listener P01 --reading direction --at 0.75
    # Change first: interval and notes of the task, then the number of trials.

    name: my-session
    question: What is this listener's JND?
    seed: 1                        # decides, with the listener's name, which notes a session draws

    # Is the second note higher or lower than it should be for the interval? Durations and the gap are in seconds.
    # Every key: peach list task
    task:
      kind: comparison
      intervals: [prime]           # or [perfect-fifth-up]: peach list intervals
      tuning: equal-temperament    # peach list tunings
      notes: [C3, C5]
      note-duration: 0.5
      gap: 0.3

    # The simulated listener of the rehearsal; in peach live a person answers. jnd is in cents.
    listeners:
      - {name: rehearsal, kind: gaussian, jnd: 15, lapse: 0.02}

    # Keep one strategy, so that peach live needs no --strategy. Others: peach list strategies
    strategies:
      - name: three-quarters
        kind: weighted-up-down
        start: 100                 # cents; the first trials should be easy
        limits: [0.1, 1200]        # cents; the lowest and the highest level
        target: 0.75
        step: {factor: 1.68, after-reversals: {2: 1.26}}

    stop: {trials: 40}             # of a session
    replicates: 200                # of the rehearsal

    """
}
