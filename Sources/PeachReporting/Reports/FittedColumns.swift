import PeachSupport

/// The columns of data that a fit reads. A fit also knows the names of other programs.
enum FittedColumns {
  static let declared: [Column] = [
    Column(
      "level", .number,
      "Level of the stimulus. To state its unit, name the column level_UNIT or add --unit. A wide table has one "
        + "column for each level instead"),
    Column(
      "offset", .number,
      "Instead of level: signed level of a task with the answers higher and lower. To state its unit, name the "
        + "column offset_UNIT"),
    Column("correct", .flag, "For trials: 1 if the answer was correct, else 0"),
    Column("answer", .text, "For trials: the answer, higher or lower, or yes or no"),
    Column(
      "n", .integer, "For counts: the number of trials; without this column, --n 40 states one number for all rows"),
    Column(
      "k", .integer,
      "For counts: the number of correct answers; with --reading direction, the number of answers \"higher\""),
    Column("proportion", .number, "Instead of k: the proportion k/n; a column percent or pc is in percent"),
    Column("alternatives", .integer, "Number of alternatives of a trial; 1 for yes/no"),
    Column(
      "trial_kind", .text,
      "Kind of trial: fits use test; they leave out noise (no signal), catch (a check of attention) and comfort "
        + "(an easy trial)"),
  ]
}
