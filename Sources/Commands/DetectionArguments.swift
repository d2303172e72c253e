public import ArgumentParser
public import Detection

extension DecisionRule: ExpressibleByArgument {}
extension ProportionCorrection: ExpressibleByArgument {}
