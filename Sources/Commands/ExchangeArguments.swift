public import ArgumentParser
public import Exchange

extension ImportedFiles.Unit: ExpressibleByArgument {}
