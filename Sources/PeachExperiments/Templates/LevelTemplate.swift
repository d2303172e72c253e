extension ExperimentTemplate {
  static let levelText = """
    # How many trials does a threshold in dB take, and what do lapses do to it?
    #   peach check FILE       each strategy's target and the true thresholds
    #   peach simulate FILE    runs it, in seconds
    # Change first: unit and alternatives of the task, threshold and slope of the listener, levels of the strategies.

    name: my-thresholds            # the results are my-thresholds.sqlite
    question: How many trials does a threshold take, and what do lapses do to it?
    seed: 1                        # the same seed gives the same results

    # Any number that makes a task easier as it rises. alternatives: 3 is 3AFC, 1 is yes/no.
    # scale: log is for levels that are positive and compared by ratio. Every key: peach list task
    task: {kind: forced-choice, unit: dB, scale: linear, alternatives: 3}

    # What varies: {sweep: lapse} takes each of these values in its turn, the same wherever it stands.
    sweeps:
      lapse: [0, 0.02, 0.05]
      trials: {from: 40, to: 160, count: 3, spacing: log}

    # P(correct) rises from 1/3 to 1 − lapse; threshold and slope are those of the function.
    listeners:
      - {name: listener, kind: psychometric, function: logistic, threshold: 30, slope: 0.5, lapse: {sweep: lapse}}

    # The function of the rows fit, which read the trials of all strategies alike.
    estimator-function: logistic

    # Other strategies and their parameters: peach list strategies, peach list strategies quest-plus
    strategies:
      # The level is in dB, so that steps add: linear.
      - name: two-down
        kind: transformed-up-down
        start: 50
        limits: [0, 100]             # the lowest and the highest level
        down: 2
        step: {linear: 4, after-reversals: {2: 2}}
      # The grid of thresholds must hold the listener's.
      - name: psi
        kind: psi
        function: logistic
        threshold: {from: 10, to: 50, count: 41}
        slope: [0.25, 0.5, 1]

    stop: {trials: {sweep: trials}}
    replicates: 100                # runs of each strategy with each listener and each set of varied values

    """
}
