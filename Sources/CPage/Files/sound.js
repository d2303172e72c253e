// Sounds on the clock of one audio context. The server makes the samples at the context's rate; the page puts them into a
// buffer unchanged and schedules it whole, so that every gap is exact to the sample. Nothing is decoded or resampled.

const lead = 0.05;

export class Sound {
  constructor() {
    this.context = null;
    this.playing = null;
    this.changes = [];
    this.onInterruption = () => {};
    document.addEventListener("visibilitychange", () => { if (document.hidden) this.interrupted("hidden"); });
    navigator.mediaDevices?.addEventListener?.("devicechange", () => this.interrupted("device"));
  }

  static get isPossible() { return "AudioContext" in globalThis && "AudioWorkletNode" in globalThis; }

  get isRunning() { return this.context?.state === "running" && !document.hidden; }
  get rate() { return this.context?.sampleRate; }

  /// Makes the context play; call it in a gesture. A context that does not wake up is replaced, as iOS needs.
  async unlock(rate) {
    if (!this.context || (rate && this.context.sampleRate !== rate)) this.open(rate);
    if (await this.wakes()) return true;
    try { await this.context.suspend(); } catch { /* It may be closed. */ }
    if (await this.wakes()) return true;
    this.open(rate);
    return this.wakes();
  }

  open(rate) {
    this.context?.close().catch(() => {});
    const context = new AudioContext({ latencyHint: "interactive", ...(rate ? { sampleRate: rate } : {}) });
    this.context = context;
    let before = context.state;
    context.addEventListener("statechange", () => {
      if (context !== this.context) return;
      this.changes.push(`${context.currentTime.toFixed(3)} ${before}>${context.state}`);
      before = context.state;
      if (context.state !== "running") this.interrupted(context.state);
    });
    context.addEventListener("sinkchange", () => this.interrupted("device"));
    this.worklet = null;
  }

  async wakes() {
    if (this.context.state === "running") return true;
    try {
      await Promise.race([this.context.resume(), new Promise(resolve => setTimeout(resolve, 1000))]);
    } catch { /* A context that is interrupted refuses. */ }
    return this.context.state === "running";
  }

  interrupted(reason) {
    if (!this.playing) return;
    this.changes.push(`${this.context.currentTime.toFixed(3)} ${reason}`);
    this.stop();
    this.onInterruption(reason);
  }

  /// Channels of samples from the bytes that a player would get.
  static channels(bytes, { format, channels, frames }) {
    const result = Array.from({ length: channels }, () => new Float32Array(frames));
    const view = new DataView(bytes);
    const width = format === "16" ? 2 : format === "24" ? 3 : 4;
    if (bytes.byteLength !== width * channels * frames) throw new Error("the sound is not complete");
    for (let frame = 0, place = 0; frame < frames; frame += 1) {
      for (let channel = 0; channel < channels; channel += 1, place += width) {
        result[channel][frame] =
          width === 2 ? view.getInt16(place, true) / 32768
          : width === 3 ? (view.getUint16(place, true) | view.getInt8(place + 2) << 16) / 8388608
          : view.getFloat32(place, true);
      }
    }
    return result;
  }

  /// Makes a trial's sound ready.
  async prepare(trial, bytes) {
    const samples = Sound.channels(bytes, trial.sound);
    if (trial.held) {
      this.worklet ??= this.context.audioWorklet.addModule("/held.js");
      await this.worklet;
      return { held: trial.held, opening: samples[0] };
    }
    return { buffer: this.buffer(samples, trial.sound) };
  }

  buffer(samples, { channels, frames, rate }) {
    const buffer = this.context.createBuffer(channels, frames, rate);
    samples.forEach((channel, place) => buffer.copyToChannel(channel, place));
    return buffer;
  }

  /// Starts a sound, not before a moment of performance.now(). Returns its start on the clock of the context, in seconds.
  start(ready, due) {
    // A busy device may take longer to schedule a sound than its lead: then it would begin in its middle.
    for (let attempt = 1; ; attempt += 1) {
      const when = this.schedule(ready, due, attempt * lead);
      if (this.context.currentTime < when - 0.01 || attempt === 10) return when;
    }
  }

  schedule(ready, due, shortest) {
    this.stop();
    this.changes = [];
    const context = this.context;
    const after = Math.max(shortest, (due - performance.now()) / 1000);
    const frame = Math.ceil((context.currentTime + after) * context.sampleRate);
    const when = frame / context.sampleRate;
    if (ready.held) {
      const node = new AudioWorkletNode(context, "held", {
        numberOfInputs: 0, outputChannelCount: [2], processorOptions: { ...ready.held, opening: ready.opening, frame },
      });
      node.connect(context.destination);
      this.playing = { node };
    } else {
      const source = context.createBufferSource();
      const gain = context.createGain();
      source.buffer = ready.buffer;
      source.connect(gain).connect(context.destination);
      source.start(when);
      this.playing = { source, gain };
    }
    return when;
  }

  /// The moment of performance.now() at which a time of the context is heard, as far as the browser knows.
  heard(time) {
    const latency = Number.isFinite(this.context.outputLatency) ? this.context.outputLatency : 0;
    return performance.now() + (time - this.context.currentTime + latency) * 1000;
  }

  /// What the server stores about the presentation.
  facts(onset) {
    const known = value => Number.isFinite(value) ? value : undefined;
    return {
      onset, base: known(this.context.baseLatency), output: known(this.context.outputLatency), rate: this.context.sampleRate,
      visible: !document.hidden, changes: this.changes.join("; ").slice(0, 500) || undefined,
    };
  }

  tune(frequency) { this.playing?.node?.port.postMessage({ frequency }); }

  /// Ends the sound by a raised-cosine ramp of 10 ms, without a click.
  release() {
    const { source, gain, node } = this.playing || {};
    this.playing = null;
    node?.port.postMessage({ release: true });
    if (!source) return;
    const now = this.context.currentTime;
    gain.gain.setValueCurveAtTime(Float32Array.from({ length: 65 }, (_, k) => 0.5 * (1 + Math.cos(Math.PI * k / 64))), now, 0.01);
    source.stop(now + 0.012);
  }

  /// Ends the sound at once.
  stop() {
    const { source, node } = this.playing || {};
    this.playing = null;
    try { source?.stop(); } catch { /* It has not begun. */ }
    source?.disconnect();
    node?.port.postMessage({ stop: true });
    node?.disconnect();
  }

  /// Plays a short sound next to everything else.
  async tick(bytes, sound) {
    const source = this.context.createBufferSource();
    source.buffer = this.buffer(Sound.channels(bytes, sound), sound);
    source.connect(this.context.destination);
    source.start();
  }
}
