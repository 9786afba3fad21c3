import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCues } from '../../engine/edit/cueFile.ts';
import { hearsSpeech } from '../support/speechService.ts';
import { makeWhisper, whisperAnswer } from '../support/whisperProgram.ts';
import { called, start, tempFolder, until, write } from './command.ts';

const folder = tempFolder();
const media = resolve('fixtures/media');
const speech = join(media, 'speech.wav');
const call = (...args: string[]) => called(['transcribe', ...args], { cwd: folder });

describe('cutroom transcribe', () => {
  it.skipIf(!hearsSpeech)('writes the speech in any of the formats', async () => {
    const written = await call(speech, '--out', 'new/a.srt');
    expect(written).toMatchObject({ code: 0, stdout: expect.stringMatching(/^new\/a\.srt: \d subtitles\n$/) });
    expect(written.stderr).toContain('100%');
    const read = readCues(readFileSync(join(folder, 'new/a.srt'), 'utf8'), () => 'c', { name: 'a.srt' });
    expect(read.ok && read.cues.map(({ text }) => text).join(' ')).toContain('people want to watch');
    // Recognizing it again would take two seconds of CPU.
    const program = write(join(folder, 'hears'), '#!/bin/sh\necho welcome\necho "welcome 0.5 1.0 1.0"\n');
    chmodSync(program, 0o755);
    const told = await called(['transcribe', speech, '--out', 'a.json', '--json', '--language', 'en-GB'], {
      cwd: folder,
      env: { POCKETSPHINX_PATH: program },
    });
    expect(JSON.parse(told.stdout)).toMatchObject({ ok: true, file: 'a.json', language: 'en-GB' });
    const { cues } = JSON.parse(readFileSync(join(folder, 'a.json'), 'utf8'));
    expect(cues[0].words[0]).toMatchObject({ text: 'welcome', startTime: cues[0].startTime });
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('runs a model file with whisper.cpp', async () => {
    const { model, program, writes } = makeWhisper(join(folder, 'whisper'));
    writes(
      whisperAnswer([
        [' Welcome', 100, 500],
        [' to', 500, 700],
        [' Cutroom.', 700, 1400],
      ]),
    );
    const env = { CUTROOM_SPEECH: model, WHISPER_PATH: program };
    const written = await called(['transcribe', speech, '--out', 'w.srt'], { cwd: folder, env });
    expect(written.code).toBe(0);
    expect(readFileSync(join(folder, 'w.srt'), 'utf8')).toBe('1\n00:00:00,100 --> 00:00:01,400\nWelcome to Cutroom.\n');
  });

  it.skipIf(!hearsSpeech)(
    'hears all scenes of a project, and the layers of the whole project, at their times',
    async () => {
      const project = {
        scenes: [
          { id: 'a', duration: 2, layers: [] },
          {
            id: 'b',
            layers: [
              { id: 'film', type: 'video', url: join(media, 'ocean.mp4'), isMuted: true, isTrimmed: true, endTime: 3 },
            ],
          },
          { id: 'c', layers: [{ id: 'said', type: 'audio', url: join(media, 'speech.wav'), from: 1 }] },
        ],
        layers: [{ id: 'lead', type: 'audio', url: join(media, 'speech.wav'), anchor: 'b', from: -1.5, to: 3 }],
      };
      write(join(folder, 'talk.json'), JSON.stringify(project));
      const heard = await call('talk.json', '--out', 'talk.srt', '--allow-outside', media);
      expect([heard.code, heard.stderr]).toEqual([0, expect.stringContaining('100%')]);
      const read = readCues(readFileSync(join(folder, 'talk.srt'), 'utf8'), () => 'c', { name: 'talk.srt' });
      const starts = read.ok
        ? read.cues.filter(({ text }) => /^welcome/i.test(text)).map(({ startTime }) => startTime)
        : [];
      expect(starts).toHaveLength(2);
      // The sample begins with a short silence.
      expect(starts[0]).toBeGreaterThan(0.4);
      expect(starts[0]).toBeLessThan(1.2);
      expect((starts[1] ?? 0) - (starts[0] ?? 0)).toBeCloseTo(5.5, 0);
      const tracked = await call('talk.json', '--audio-track', '2');
      expect([tracked.code, tracked.stderr]).toEqual([2, expect.stringContaining('--audio-track is for files.')]);
      write(join(folder, 'silent.json'), JSON.stringify({ scenes: [{ id: 'a', duration: 2 }] }));
      expect((await call('silent.json')).stderr).toContain('This file has no audio.');
    },
  );

  it('rejects unusable inputs and outputs with clear messages', async () => {
    const own = write(join(folder, 'own.srt'), 'mine');
    const folderOfName = join(folder, 'folder.srt');
    mkdirSync(folderOfName);
    for (const [args, code, said] of [
      [[join(media, 'ocean.mp4')], 1, 'This file has no audio.'],
      [['none.mp4'], 1, 'none.mp4'],
      [[speech, '--out', 'a.mp4'], 2, 'must end in .srt, .vtt, .txt or .json, not "a.mp4"'],
      [[speech, '--language', 'klingon'], 2, 'Unknown language "klingon"'],
      [[speech, '--audio-track', '2'], 1, '"speech.wav" has only one audio track.'],
      [[speech, '--audio-track', '0'], 2, '--audio-track: "0" is not a number from 1 to 99.'],
      [[own, '--out', own], 1, 'would overwrite'],
      // Before it transcribes.
      [[speech, '--out', folderOfName], 1, `"${folderOfName}" is a folder.`],
      [[speech, '--out', join(own, 'a.srt')], 1, `The folder "${own}" does not exist and cannot be created.`],
    ] as const) {
      const answer = await call(...args);
      expect([args, answer.code]).toEqual([args, code]);
      expect(answer.stderr).toContain(said);
      expect(answer.stderr).not.toContain('%');
    }
    const env = { POCKETSPHINX_PATH: '/nowhere' };
    const none = await called(['transcribe', speech], { cwd: folder, env });
    expect([none.code, none.stderr]).toEqual([
      1,
      expect.stringContaining('install pocketsphinx and pocketsphinx-en-us'),
    ]);
    const wrong = await called(['transcribe', speech], { cwd: folder, env: { CUTROOM_SPEECH: 'localhost' } });
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('CUTROOM_SPEECH must be off, an address')]);
  });

  it('stops on Ctrl-C without writing or leaving files', async () => {
    const place = join(folder, 'bin');
    mkdirSync(place);
    const program = write(join(place, 'hangs'), '#!/bin/sh\nsleep 600\n');
    chmodSync(program, 0o755);
    const before = new Set(readdirSync(tmpdir()));
    const { child, ended } = await start(['transcribe', speech, '--out', 'stopped.srt'], {
      cwd: folder,
      env: { POCKETSPHINX_PATH: program },
    });
    const own = () => readdirSync(tmpdir()).filter((name) => !before.has(name) && name.includes(`-${child.pid}-`));
    await until(() => own().some((name) => existsSync(join(tmpdir(), name, 'piece.wav'))), 'it listens');
    child.kill('SIGINT');
    expect((await ended).code).toBe(130);
    expect([own(), existsSync(join(folder, 'stopped.srt'))]).toEqual([[], false]);
  });
});
