import ArgumentParser
package import PeachReporting

extension ImportedFiles.Unit: ExpressibleByArgument {}
