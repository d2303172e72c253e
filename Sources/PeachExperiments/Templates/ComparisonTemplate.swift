extension ExperimentTemplate {
  static let comparisonText = """
    # Which strategy finds a listener's just noticeable difference of pitch best?
    #   peach check FILE       each strategy's target and the true thresholds
    #   peach simulate FILE    runs the simulation, in seconds
    # Change first: the listeners (jnd: what you expect of yours), then the strategies, then stop.

    name: my-comparison            # the results are my-comparison.sqlite
    question: Which strategy finds a JND best in 60 trials?
    seed: 1                        # the same seed gives the same results

    # Two notes, one after the other: is the second higher or lower? Levels are differences in cents.
    # Every key: peach list task
    task: {kind: comparison, intervals: [prime], notes: [C3, C5]}

    # jnd: the difference heard correctly in 75 of 100 trials, in cents. lapse: the share of trials answered
    # without listening. Others: peach list listeners
    listeners:
      - {name: trained, kind: gaussian, jnd: 8, lapse: 0.01}
      - {name: untrained, kind: gaussian, jnd: 25, lapse: 0.03}

    # Other strategies and their parameters: peach list strategies, peach list strategies psi
    strategies:
      # Steps down after two right answers and up after a wrong one: by a factor of 2, from reversal 2 on by 1.414.
      # limits: the lowest and the highest level, in cents.
      - name: two-down
        kind: transformed-up-down
        start: 100
        limits: [0.1, 1200]
        down: 2
        step: {factor: 2, after-reversals: {2: 1.414}}
      # Chooses the level at which the answer is most informative. Its grid must contain the listeners' thresholds.
      - name: psi
        kind: psi
        function: weibull
        threshold: {from: 1, to: 200, count: 47, spacing: log}
        slope: [0.7, 1.3, 2.5]

    estimand: 0.75                 # the common fit, the same for every strategy, estimates the level with 75 % correct
    stop: {trials: 60}             # {trials: {vary: [40, 60, 80]}} compares three numbers of trials
    replicates: 500                # runs of each strategy with each listener

    """
}
