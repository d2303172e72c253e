extension ExperimentTemplate {
  static let forcedChoiceText = """
    # The shortest silence in a noise that is heard: gap detection with three intervals (Plomp 1964; Penner 1977).
    #   peach check FILE                             each strategy's target and the true thresholds
    #   peach render FILE --level 4 -o trial.wav     the sound of a trial, at a gap of 4 ms
    #   peach simulate FILE                          runs the simulation, in seconds
    #   peach live FILE                              plays it to a person
    # Change first: the sounds, the unit, and the levels of listener and strategy.

    name: my-forced-choice         # the results are my-forced-choice.sqlite
    question: How short a gap in noise is heard?
    seed: 1                        # the same seed gives the same results and the same sounds

    task:
      kind: forced-choice
      unit: ms                     # of the level, which is x below
      scale: log                   # levels are positive and compared by ratio
      alternatives: 3              # intervals; kind: yes-no has one
      # Every key: peach list task sounds
      sounds:
        levels: dB FS              # or dB SPL
        standard: {noise: {from: 50, to: 10000}, duration: 0.4, ramp: 10, level: -30}
        # What differs in one interval: x is the level; +x adds it to the standard's number.
        target: {gap: {at: 0.2, length: x, ramp: 0.5}}
        between: 0.4
        question: {en: Which one has the gap?, de: Wo ist die Lücke?}

    # P(correct) rises from 1/3 to 1 − lapse. threshold and slope are the parameters of the psychometric function.
    listeners:
      - {name: listener, kind: psychometric, function: weibull, threshold: 3, slope: 3.5, lapse: 0.02}

    # The psychometric function of the common fit (rows fit), which is the same for every strategy.
    estimator-function: weibull

    strategies:
      - name: two-down
        kind: transformed-up-down
        start: 20
        limits: [0.2, 100]         # the lowest and the highest level
        down: 2
        step: {factor: 2, after-reversals: {4: 1.414}}

    stop: {reversals: 12}
    replicates: 200                # runs of each strategy with each listener

    """
}
