/** Sample rate of the created audio. */
const RATE = 22_050;

/**
 * Creates a mono 16-bit WAV file with consecutive 440 Hz tones.
 * @param loudness of each, 0 to 1. @param seconds of each.
 */
export function toneWav(loudness: readonly number[], seconds: number): Buffer {
  const perAdjustment = Math.round(seconds * RATE);
  const data = Buffer.alloc(loudness.length * perAdjustment * 2);
  for (let at = 0; at < loudness.length * perAdjustment; at += 1) {
    const strength = loudness[Math.floor(at / perAdjustment)] ?? 0;
    data.writeInt16LE(Math.round(Math.sin((at / RATE) * 440 * 2 * Math.PI) * strength * 32_767), at * 2);
  }
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(RATE * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}
