import ArgumentParser
import PeachMath
import PeachReporting

struct DPrimeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dprime",
    abstract: "Compute d′ from hits and false alarms or proportion correct.",
    discussion: """
      Tasks:
        yes-no: one observation, signal or noise
        mafc: one of M observations is the signal; needs --correct, or hits and false alarms if M is 2
        same-different: two observations, the same or different; a hit is the answer "different" when they differ
        abx: is X the same as A or as B? a hit is the answer "A" when X is A
        oddity: which of three is the odd one? needs --correct

      Counts are K/N. A proportion without its number of trials has no standard error and cannot be corrected. \
      With --correct Peach assumes an unbiased observer. The criterion is −½(z(H) + z(F)), and the bias is ln β. \
      Both are above 0 if the observer answers yes (first, different, A) too rarely.

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
    help: ArgumentHelp("Hits K of N signal trials; or a proportion from 0 to 1.", valueName: "K/N"))
  var hits: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("False alarms K of N noise trials; or a proportion from 0 to 1.", valueName: "K/N"))
  var falseAlarms: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Instead of hits and false alarms: K correct of N trials, or a proportion from 0 to 1.", valueName: "P"))
  var correct: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Number of alternatives in mafc; default 2.", valueName: "M"))
  var alternatives: Int?

  @Option(
    help: ArgumentHelp(
      """
      Decision rule of the observer in same-different, abx and oddity: difference (default) compares observations \
      with each other, as with a roving standard; independent judges each observation by its likelihood, as with a \
      fixed standard.
      """, valueName: "difference|independent"))
  var rule: DecisionRule?

  @Option(
    help: ArgumentHelp(
      """
      Correction of counts: loglinear is (K + 0.5)/(N + 1); half replaces 0 by 0.5 and N by N − 0.5. \
      Proportions of 0 and 1 need a correction, because d′ is infinite there. Default none.
      """,
      valueName: "none|loglinear|half"))
  var correction: ProportionCorrection = .none

  @Option(help: "Output format.")
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
