// The held note of a pitch matching: the samples of the reference note and the gap, and then harmonics in sine phase whose
// frequency glides to where the listener puts it. The same arithmetic as HarmonicVoice and Glide of Peach.

class Held extends AudioWorkletProcessor {
  constructor({ processorOptions }) {
    super();
    Object.assign(this, processorOptions);
    this.place = 0;
    this.phase = 0;
    this.target = this.frequency / sampleRate;
    this.behind = this.value = this.target;
    this.share = 1 - Math.exp(-1 / (this.glide * sampleRate));
    this.rising = this.ramp * sampleRate;
    this.falling = null;
    this.isOver = false;
    this.port.onmessage = ({ data }) => {
      if (data.frequency) this.target = Math.min(data.frequency, this.highest) / sampleRate;
      if (data.release && this.falling === null) this.falling = 0;
      if (data.stop) this.isOver = true;
    };
  }

  sample() {
    if (this.place < this.opening.length) return this.opening[this.place];
    const angle = 2 * Math.PI * (this.phase - Math.round(this.phase));
    const twice = 2 * Math.cos(angle);
    let before = 0;
    let harmonic = Math.sin(angle);
    let sum = 0;
    for (const amplitude of this.amplitudes) {
      sum += amplitude * harmonic;
      [before, harmonic] = [harmonic, twice * harmonic - before];
    }
    this.phase += this.value;
    this.phase -= Math.floor(this.phase);
    this.behind += this.share * (this.target - this.behind);
    this.value += this.share * (this.behind - this.value);
    const past = this.place - this.opening.length;
    return past < this.rising ? sum * 0.5 * (1 - Math.cos(Math.PI * past / this.rising)) : sum;
  }

  process(_, [output]) {
    const length = this.releaseFrames ??= this.release * sampleRate;
    for (let i = 0; i < output[0].length && !this.isOver; i += 1) {
      if (currentFrame + i < this.frame) continue;
      let sample = this.sample();
      if (this.falling !== null) {
        this.falling += 1;
        if (this.falling >= length) this.isOver = true;
        sample *= 0.5 * (1 + Math.cos(Math.PI * Math.min(1, this.falling / length)));
      }
      if (this.channel !== "right") output[0][i] = sample;
      if (this.channel !== "left" && output[1]) output[1][i] = sample;
      this.place += 1;
    }
    return !this.isOver;
  }
}

registerProcessor("held", Held);
