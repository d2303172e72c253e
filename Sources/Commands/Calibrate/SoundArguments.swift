public import ArgumentParser
public import Sound

extension Channel: ExpressibleByArgument {}
