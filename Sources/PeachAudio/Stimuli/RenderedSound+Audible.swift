import PeachTrials

extension RenderedSound: AudibleTrial {
  package var samplesPerSecond: Double { sampleRate.hertz }

  package var heardNotes: [ArraySlice<Float>] {
    parts.indices.map { part in
      let end = part + 1 < parts.count ? parts[part + 1].start : samples.count
      return samples[parts[part].start..<end]
    }
  }
}
