import ArgumentParser
import PeachReporting

/// Options of all commands that print a table.
struct PageOptions: ParsableArguments {
  @Flag(help: "Show every column of the table, without cutting any text.")
  var wide = false

  var page: PageWidth { PageWidth(columns: Standard.outputWidth, isWide: wide) }
}
