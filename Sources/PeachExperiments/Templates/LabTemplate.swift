extension ExperimentTemplate {
  static let labText = """
    # A day in the lab: instructions, practice, and a block for each interval, in an order of each listener's own.
    #   peach simulate FILE                 simulates a listener: how precise is the threshold of a block?
    #   peach live FILE --listener P01      plays the day; leave with q, and the same command goes on there
    #   peach listener P01                  what is done and what is left
    #   peach export --all-listeners --table trials -o trials.csv
    #   peach fit trials.csv --by listener,block --reading direction --at 0.75
    # Change first: the texts, the blocks, then the number of trials. With the first listener the file is fixed.

    name: my-study
    question: Is a fifth heard as finely as a unison?
    seed: 1                        # decides, with the listener's name, which notes and orders are drawn
    task: {kind: comparison, notes: [C3, C5], note-duration: 0.5, gap: 0.3}

    # The simulated listener of the rehearsal; in peach live people answer. jnd is in cents.
    listeners:
      - {name: rehearsal, kind: gaussian, jnd: 15, lapse: 0.02}

    strategies:
      - name: three-quarters
        kind: weighted-up-down
        start: 100                 # cents; the first trials should be easy
        limits: [0.1, 1200]        # cents; the lowest and the highest level
        target: 0.75
        step: {factor: 1.68, after-reversals: {2: 1.26}}
        catch: {every: 10, level: 200}   # easy trials, to see whether a listener attends

    stop: {trials: 40}             # of a block
    replicates: 200                # of the rehearsal

    # What a listener goes through. Texts are in English and German; a list has a page for each.
    # Every key: peach list experiment
    lab:
      consent:
        en: May we store your answers under a pseudonym?
        de: Dürfen wir deine Antworten unter einem Pseudonym speichern?
      instructions:
        en: Is the second tone higher or lower than it should be?
        de: Ist der zweite Ton höher oder tiefer, als er sein soll?
      instructions-again-after: 30 # minutes away
      practice: {trials: 8, feedback: true}
      feedback: false              # of the blocks; each can say its own
      blocks:
        - {name: unison}
        - {name: fifth, task: {intervals: [perfect-fifth-up]}}
      order: williams              # or stated, latin-square, random
      break: {seconds: 30}         # at least
      progress: true               # "block 1 of 2"

    """
}
