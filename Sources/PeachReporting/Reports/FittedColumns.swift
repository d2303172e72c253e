import PeachSupport

/// The columns of data that a fit reads. A fit also knows the names of other programs.
enum FittedColumns {
  static let declared: [Column] = [
    Column(
      "level", .number,
      "The level; name the column level_UNIT, or state the unit with --unit. A wide table has "
        + "one column for each level"),
    Column(
      "offset", .number,
      "The signed level of a direction task, instead of level; name the column offset_UNIT to state the unit"),
    Column("correct", .flag, "For trials: 1 if the answer was correct, else 0"),
    Column("answer", .text, "For trials: higher or lower, yes or no"),
    Column("n", .integer, "For counts: the number of trials; or --n 40 for all rows"),
    Column("k", .integer, "For counts: the number of answers that were correct, or higher"),
    Column("proportion", .number, "Instead of k: the proportion k/n; a column percent or pc is in percent"),
    Column("alternatives", .integer, "Number of alternatives of a trial; 1 for yes/no"),
    Column("trial_kind", .text, "test; rows with noise, catch or comfort are left out"),
  ]
}
