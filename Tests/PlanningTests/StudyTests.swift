import Glibc
import Simulation
import Testing
import Trials

@testable import Planning
