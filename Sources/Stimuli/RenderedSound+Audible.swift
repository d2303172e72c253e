public import Sound
public import Trials

extension RenderedSound: AudibleTrial {
  public var samplesPerSecond: Double { sampleRate.hertz }

  public var heardNotes: [ArraySlice<Float>] {
    parts.indices.map { part in
      let end = part + 1 < parts.count ? parts[part + 1].start : samples.count
      return samples[parts[part].start..<end]
    }
  }
}
