extension ExperimentTemplate {
  static let liveText = """
    # A listener's just noticeable difference of pitch, measured by a strategy.
    #   peach simulate FILE                 first a rehearsal: how near does it come in so many trials?
    #   peach live FILE --listener P01      plays it; h or the up arrow is higher, l or down lower, q leaves
    #   peach export --listener P01 --table trials
    #   peach fit --listener P01 --reading direction --at 0.75
    # Change first: interval and notes of the task, then the number of trials.

    name: my-session
    question: What is this listener's JND?
    seed: 1                        # a session's notes are drawn from it and from the listener's name

    # Is the second note higher or lower than the interval says? Durations and the gap are in seconds.
    # Every key: peach list task
    task:
      kind: comparison
      intervals: [prime]           # or [perfect-fifth-up]: peach list intervals
      tuning: equal-temperament    # peach list tunings
      notes: [C3, C5]
      note-duration: 0.5
      gap: 0.3

    # For the rehearsal; a person takes their place. jnd is in cents.
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
