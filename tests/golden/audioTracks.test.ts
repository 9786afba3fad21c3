import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { probeFile } from '../../api/renderer/media/probe.ts';
import { readVideo } from '../../engine/browser/frames/readVideo.ts';
import type { AudioTrackFacts } from '../../engine/project/media.ts';
import { audioTrackMissing, audioTrackUsed } from '../../engine/project/messages.ts';
import { compileToolBody } from '../../engine/tools/body.ts';
import { h264, levelOf, openRenderLab, samplesOf } from '../support/renderLab.ts';

const lab = openRenderLab('audioTracks');
afterAll(lab.close);

/** A video with a quiet mono track, and a loud stereo track marked as default. */
const twoTracks = (name: string, codec = 'aac') =>
  lab.made(
    name,
    ...['-f', 'lavfi', '-i', 'testsrc2=s=160x120:r=25:d=2', '-f', 'lavfi', '-i', 'sine=f=300:d=2,volume=-40dB'],
    ...[
      '-f',
      'lavfi',
      '-i',
      'aevalsrc=0.8*sin(3000*t)|0.8*sin(3000*t):s=48000:d=2',
      '-map',
      '0',
      '-map',
      '1',
      '-map',
      '2',
    ],
    ...[...h264, '-pix_fmt', 'yuv420p', '-c:a', codec, '-disposition:a:0', '0', '-disposition:a:1', 'default'],
    ...['-metadata:s:a:0', 'language=deu', '-metadata:s:a:1', 'language=eng'],
  );
const wav = { width: 160, height: 120, output: { type: 'audio', format: 'wav' } };
const levelIn = (file: string) => levelOf(samplesOf(file), 0.3, 0.7);

describe('a file with two audio tracks', () => {
  it.each(['two.mp4', 'two.mkv'])(
    'plays the track that the file marks as default, or the selected track (%s)',
    async (name) => {
      const file = twoTracks(name);
      expect(await probeFile(file)).toMatchObject({
        audioTrack: 1,
        channels: 2,
        audioTracks: [
          { codec: 'aac', channels: 1, language: 'deu', isDefault: false },
          { codec: 'aac', channels: 2, language: 'eng', isDefault: true },
        ],
      });
      const read = await readVideo(new Blob([readFileSync(file)]));
      // MP4 states two channels for any AAC; only its decoder knows better.
      const named = (tracks: readonly AudioTrackFacts[] = []) => tracks.map(({ channels: _, ...track }) => track);
      expect(named(read?.audioTracks)).toEqual(named((await probeFile(file)).audioTracks));
      const notes: string[] = [];
      const heard = (layer: object, output: object = wav) =>
        lab.render(
          { ...output, scenes: [{ id: 's', layers: [{ id: 'v', type: 'video', url: file, ...layer }] }] },
          { onNote: (text) => notes.push(text) },
        );
      expect(levelIn(await heard({}))).toBeGreaterThan(-6);
      expect(notes).toEqual([audioTrackUsed(name, 2, 2)]);
      expect(levelIn(await heard({ audioTrack: 1 }))).toBeLessThan(-40);
      if (name === 'two.mkv') return;
      expect(levelIn(await heard({ audioTrack: 1, isReversed: true }))).toBeLessThan(-40);
      expect(notes).toHaveLength(1);
      // Packets of the first track could be copied by mistake.
      expect(levelIn(await heard({ audioTrack: 2 }, { width: 160, height: 120 }))).toBeGreaterThan(-6);
      await expect(heard({ audioTrack: 3 })).rejects.toThrow(audioTrackMissing(name, 2));
    },
  );

  it('plays the selected track as the audio of a project', async () => {
    const url = twoTracks('track.mkv', 'flac');
    const scenes = [{ id: 's', duration: 1 }];
    expect(levelIn(await lab.render({ ...wav, scenes, audio: { url } }))).toBeGreaterThan(-6);
    expect(levelIn(await lab.render({ ...wav, scenes, audio: { url, audioTrack: 1 } }))).toBeLessThan(-40);
  });

  it('is used by tools with a track number', async () => {
    const url = twoTracks('tool.mp4');
    const body = { isTrimmedOnly: true, sourceVideo: url, startTime: 0.5, endTime: 2, audioTrack: 1 };
    const made = compileToolBody(body, new Map([[url, await probeFile(url)]]));
    expect(made).toMatchObject({ ok: true, value: { scenes: [{ layers: [{ url, audioTrack: 1 }] }] } });
    expect(made.ok && 'audioTrack' in made.value).toBe(false);
  });
});
