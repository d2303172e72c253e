import ArgumentParser
package import PeachAudio
package import PeachFitting
package import PeachMath
package import PeachReporting

extension Channel: ExpressibleByArgument {}

extension ImportedFiles.Unit: ExpressibleByArgument {}

extension DecisionRule: ExpressibleByArgument {}
extension ProportionCorrection: ExpressibleByArgument {}

extension Reading: ExpressibleByArgument {}
extension IntervalKind: ExpressibleByArgument {}
extension FitRequest.Method: ExpressibleByArgument {}
