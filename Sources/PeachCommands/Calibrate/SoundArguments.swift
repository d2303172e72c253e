import ArgumentParser
package import PeachAudio

extension Channel: ExpressibleByArgument {}
