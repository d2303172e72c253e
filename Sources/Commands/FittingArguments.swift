public import ArgumentParser
public import Fitting
public import Inference

extension Reading: ExpressibleByArgument {}
extension IntervalKind: ExpressibleByArgument {}
extension FitRequest.Method: ExpressibleByArgument {}
