import ArgumentParser
package import PeachMath

extension DecisionRule: ExpressibleByArgument {}
extension ProportionCorrection: ExpressibleByArgument {}
