import Configuration

/// The columns of data that a fit reads. Names of other programs are known beside these.
enum FittedColumns {
  static let declared: [Column] = [
    Column(
      "level", .number, "The level; level_UNIT says its unit, or --unit. A wide table has a column for each level"),
    Column("offset", .number, "The signed level of a direction task, in place of level; offset_UNIT says its unit"),
    Column("correct", .flag, "Of a trial: 1 if the answer was correct, else 0"),
    Column("answer", .text, "Of a trial: higher or lower, yes or no"),
    Column("n", .integer, "Of counts: how many trials there were; or --n 40 for all rows"),
    Column("k", .integer, "Of counts: how many answers were correct, or higher"),
    Column("proportion", .number, "In place of k: k/n, as a proportion; as percent or pc in percent too"),
    Column("alternatives", .integer, "How many alternatives a trial had, 1 in yes/no"),
    Column("trial_kind", .text, "test, or noise, catch or comfort, which are left out"),
  ]
}
