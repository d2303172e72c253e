import ArgumentParser
package import PeachFitting

extension Reading: ExpressibleByArgument {}
extension IntervalKind: ExpressibleByArgument {}
extension FitRequest.Method: ExpressibleByArgument {}
