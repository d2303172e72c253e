extension ExperimentTemplate {
  static let levelText = """
    # How many trials does a threshold in dB take, and what do lapses do to it?
    #   peach check FILE       each strategy's target and the true thresholds
    #   peach simulate FILE    runs the simulation, in seconds
    # Change first: unit and alternatives of the task, threshold and slope of the listener, levels of the strategies.

    name: my-thresholds            # the results are my-thresholds.sqlite
    question: How many trials does a threshold take, and what do lapses do to it?
    seed: 1                        # the same seed gives the same results

    # A level can be any number; a higher level makes the task easier. alternatives: 3 is 3AFC, 1 is yes/no.
    # scale: log is for levels that are positive and compared by ratio. Every key: peach list task
    task: {kind: forced-choice, unit: dB, scale: linear, alternatives: 3}

    # Values to simulate in turn. {sweep: lapse} stands for the present value; all places with it change together.
    sweeps:
      lapse: [0, 0.02, 0.05]
      trials: {from: 40, to: 160, count: 3, spacing: log}

    # P(correct) rises from 1/3 to 1 − lapse. threshold and slope are the parameters of the psychometric function.
    listeners:
      - {name: listener, kind: psychometric, function: logistic, threshold: 30, slope: 0.5, lapse: {sweep: lapse}}

    # The psychometric function of the common fit (rows fit), which is the same for every strategy.
    estimator-function: logistic

    # Other strategies and their parameters: peach list strategies, peach list strategies quest-plus
    strategies:
      # The level is in dB, so each step is added to it or subtracted from it: linear.
      - name: two-down
        kind: transformed-up-down
        start: 50
        limits: [0, 100]             # the lowest and the highest level
        down: 2
        step: {linear: 4, after-reversals: {2: 2}}
      # The grid must contain the listener's threshold.
      - name: psi
        kind: psi
        function: logistic
        threshold: {from: 10, to: 50, count: 41}
        slope: [0.25, 0.5, 1]

    stop: {trials: {sweep: trials}}
    replicates: 100                # runs of each strategy with each listener and each set of varied values

    """
}
