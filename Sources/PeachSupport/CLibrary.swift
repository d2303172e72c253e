/// The C library, for all of Peach: mathematical functions, files and signals. No other source file imports it, so a platform with
/// another C library needs one change here.
@_exported public import Glibc
