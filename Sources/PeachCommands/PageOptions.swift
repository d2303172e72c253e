import ArgumentParser
import PeachReporting

/// What commands that print a table share.
struct PageOptions: ParsableArguments {
  @Flag(help: "Show every column of the table at full width.")
  var wide = false

  var page: PageWidth { PageWidth(columns: Standard.outputWidth, isWide: wide) }
}
