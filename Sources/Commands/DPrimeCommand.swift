import ArgumentParser
import Detection
import Reports

struct DPrimeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dprime",
    abstract: "Sensitivity d′, criterion and bias from hits and false alarms, or d′ from proportion correct.",
    discussion: """
      Tasks:
        yes-no: one observation, signal or noise
        mafc: the signal among M observations; hits and false alarms with two
        same-different: two observations; a hit is "different" to different ones
        abx: is X the same as A or as B? a hit is "A" where X is A
        oddity: which of three is the odd one? by --correct alone

      Counts are K/N; a proportion without its trials has no standard error and takes no correction. \
      With --correct the observer is taken to be without bias. criterion is −½(z(H) + z(F)), bias is ln β; \
      both are above 0 where yes (first, different, A) is said too seldom.

      Examples:
        peach dprime yes-no --hits 43/50 --false-alarms 12/50
        peach dprime yes-no --hits 50/50 --false-alarms 12/50 --correction loglinear
        peach dprime mafc --correct 61/80 --alternatives 3
        peach dprime oddity --correct 0.62 --rule independent --format csv
      """)

  @Argument(
    help: "The task: \(DPrimeTask.allCases.map(\.rawValue).joined(separator: ", ")).",
    completion: .list(DPrimeTask.allCases.map(\.rawValue)), transform: DPrimeTask.init(named:))
  var task: DPrimeTask

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Hits out of the trials that could have had one; or a proportion.", valueName: "K/N"))
  var hits: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("False alarms out of the trials that could have had one; or a proportion.", valueName: "K/N"))
  var falseAlarms: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Correct answers in place of hits and false alarms: a proportion, or K/N.", valueName: "P"))
  var correct: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Alternatives in mafc; default 2.", valueName: "M"))
  var alternatives: Int?

  @Option(
    help: ArgumentHelp(
      """
      How the observer decides in same-different, abx and oddity: by the differences between observations, as where \
      the standard roves (default), or by the likelihood of independent ones, as where it is fixed.
      """, valueName: "difference|independent"))
  var rule: DecisionRule?

  @Option(
    help: ArgumentHelp(
      """
      What is done to counts: nothing; loglinear, (K + 0.5)/(N + 1); or half, 0 taken as 0.5 and N as N − 0.5. \
      Proportions of 0 and 1 need one of them: d′ is infinite there.
      """,
      valueName: "none|loglinear|half"))
  var correction: ProportionCorrection = .none

  @Option(help: "How the result is printed.")
  var format: OutputFormat = .table

  @OptionGroup var layout: PageOptions

  func validate() throws { _ = try DPrimeQuestion(self).answer() }

  func run() throws {
    let question = try DPrimeQuestion(self)
    let answer = try question.answer()
    let fields = SensitivityTable.fields(answer)
    switch format {
    case .table:
      Standard.output(
        SensitivityText(answer, in: question.task, given: question.given, correction: correction)
          .text(in: layout.page))
    case .csv: Standard.data(CSV.header(SensitivityTable.columns) + CSV.line(fields))
    case .json: Standard.data(JSONRows.text(SensitivityTable.columns, [fields]))
    }
  }
}
