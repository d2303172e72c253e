import ArgumentParser
@main struct P: ParsableCommand {}
