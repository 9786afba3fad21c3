import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { probeFile } from '../../api/renderer/media/probe.ts';
import { hertz, onsetsOf, openRenderLab, samplesOf, sharedProbe } from '../support/renderLab.ts';

const lab = openRenderLab('audioFormats');
afterAll(lab.close);

const beeps = ['-f', 'lavfi', '-i', "aevalsrc='if(lt(mod(t,1),0.1),0.8*sin(6000*t),0)':s=48000:d=3.5"];

const canEncode = (encoder: string) => execFileSync('ffmpeg', ['-v', 'error', '-encoders']).includes(encoder);

describe('an audio file', () => {
  const formats: [name: string, file: string, args: string[], container: string, most?: number][] = [
    ['AIFF', 'a.aiff', ['-c:a', 'pcm_s16be'], 'aiff'],
    ['AC-3', 'a.ac3', ['-c:a', 'ac3'], 'ac3'],
    ['E-AC-3', 'a.eac3', ['-c:a', 'eac3'], 'ac3'],
    ['AU', 'a.au', ['-c:a', 'pcm_s16be'], 'au'],
    ['AU with floats', 'float.au', ['-c:a', 'pcm_f32be'], 'au'],
    ['AU with µ-law', 'mu.snd', ['-c:a', 'pcm_mulaw', '-f', 'au'], 'au'],
    ['CAF', 'a.caf', ['-c:a', 'pcm_s24be'], 'caf'],
    ['CAF with ALAC', 'alac.caf', ['-c:a', 'alac'], 'caf'],
    ['CAF with Opus', 'opus.caf', ['-c:a', 'libopus'], 'caf'],
    ['True Audio', 'a.tta', ['-c:a', 'tta'], 'tta'],
    ['Wave64', 'a.w64', ['-c:a', 'pcm_s16le'], 'w64'],
    ['RF64', 'rf64.wav', ['-c:a', 'pcm_s16le', '-rf64', 'always'], 'wav'],
    ['GSM in WAV', 'a.wav', ['-ac', '1', '-ar', '8000', '-c:a', 'libgsm_ms'], 'wav'],
    // Codecs that delay their first sample, and a coarse header.
    ['WMA', 'a.wma', ['-c:a', 'wmav2'], 'asf', 0.1],
    ['WMA 1', 'v1.wma', ['-c:a', 'wmav1'], 'asf', 0.1],
    ['WavPack', 'a.wv', ['-c:a', 'wavpack'], 'wv'],
    ['FLV', 'sound.flv', ['-c:a', 'aac'], 'flv', 0.1],
  ];

  it('in any format plays at the right times', async () => {
    const made: { name: string; url: string }[] = [];
    // Some builds of ffmpeg cannot encode GSM.
    const encoded = formats.filter(([, file]) => file !== 'a.wav' || canEncode('libgsm_ms'));
    const outputs = encoded.flatMap(([, file, args]) => ['-ac', '2', ...args, join(lab.temp, file)]);
    execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...beeps, ...outputs]);
    for (const [name, file, , container, most = 0.05] of encoded) {
      const url = join(lab.temp, file);
      const probe = await sharedProbe(url);
      expect(probe, name).toMatchObject({ kind: 'audio', container, hasAudio: true });
      expect(Math.abs(probe.duration - 3.5), name).toBeLessThan(most);
      made.push({ name, url });
    }
    const scenes = made.map(({ url }, i) => ({
      ...{ id: `s${i}`, duration: 2, isImageVideo: true },
      layers: [{ id: `a${i}`, type: 'audio', url, isTrimmed: true, startTime: 1.5, endTime: 3.5 }],
    }));
    const samples = samplesOf(
      await lab.render({ width: 64, height: 64, output: { type: 'audio', format: 'wav' }, scenes }),
    );
    for (const [i, { name }] of made.entries()) {
      const [first = 0, second = 0] = onsetsOf(samples.subarray(2 * hertz * i, 2 * hertz * (i + 1)));
      expect(Math.abs(first - 0.5), name).toBeLessThan(0.05);
      expect(Math.abs(second - 1.5), name).toBeLessThan(0.05);
    }
  });

  it('with an unsupported codec is rejected by the name of the codec', async () => {
    const path = lab.made('a.mkv', ...beeps, '-c:a', 'real_144', '-ar', '8000', '-ac', '1');
    await expect(probeFile(path)).rejects.toThrow(/its codec, \w+, is not supported/);
  });

  it('in CAF lasts as long as its decoded samples', async () => {
    const path = lab.made('whole.caf', ...beeps, '-ac', '2', '-c:a', 'alac');
    expect((await probeFile(path)).duration).toBeCloseTo(3.5, 3);
  });

  it.each([
    ['a.bin', '4d502b07', 'Musepack'],
    ['b.bin', '4d50434b5348', 'Musepack'],
    ['c.bin', '445344201c000000', 'DSD'],
    ['d.bin', '46524d3800000000', 'DSD'],
    ['e.bin', '7442614b', 'TAK'],
    ['f.bin', '616a6b6702', 'Shorten'],
    ['g.bin', '7ffe8001fc3c', 'raw DTS'],
  ])('in an unsupported format is rejected by name: %s %s', async (name, start, format) => {
    const path = join(lab.temp, name);
    writeFileSync(path, Buffer.concat([Buffer.from(start, 'hex'), Buffer.alloc(4000)]));
    await expect(probeFile(path)).rejects.toThrow(`${format} files are not supported`);
  });
});
