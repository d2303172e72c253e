public import ArgumentParser
public import Fitting

extension Reading: ExpressibleByArgument {}
extension IntervalKind: ExpressibleByArgument {}
extension FitRequest.Method: ExpressibleByArgument {}
