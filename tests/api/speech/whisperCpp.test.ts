import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { abilitiesOf, findEngineFor } from '../../../api/speech/findEngine.ts';
import { speechSettingsOf } from '../../../api/speech/speechSettings.ts';
import { makeWhisper, type WhisperProgram, whisperAnswer } from '../../support/whisperProgram.ts';
import { temporaryFolder } from '../support/files.ts';

const bare = { engine: undefined, key: undefined, model: undefined, pocketSphinx: undefined, whisper: undefined };
const settingsFor = ({ model, program }: Pick<WhisperProgram, 'model' | 'program'>) =>
  speechSettingsOf({ ...bare, engine: model, whisper: program });

describe('a model file', () => {
  let folder: string;
  let whisper: WhisperProgram;
  let file: string;
  const hear = (languageCode: 'en-US' | 'nb-NO' | 'zh-CN' = 'en-US') => {
    const engine = findEngineFor(settingsFor(whisper), languageCode);
    return engine.recognize(file, 4, { languageCode, signal: new AbortController().signal });
  };
  beforeAll(async () => {
    folder = await temporaryFolder();
    whisper = makeWhisper(folder);
    file = join(folder, 'piece.wav');
    writeFileSync(file, 'a sound');
  });

  it('is run by whisper.cpp and yields words with times', async () => {
    expect(abilitiesOf(settingsFor(whisper))).toMatchObject({ engine: 'Whisper tiny', hint: null });
    whisper.writes(
      whisperAnswer([
        [' [BLANK_AUDIO]', 0, 500],
        [' Welcome,', 500, 900],
        [' well-known', 900, 1500],
      ]),
    );
    const words = await hear('nb-NO');
    expect(words.map(({ text, startTime, endTime }) => [text, startTime, endTime])).toEqual([
      ['Welcome,', 0.5, 0.9],
      ['well-known', 0.9, 1.5],
    ]);
    const asked = whisper.asked();
    expect(asked[asked.indexOf('-l') + 1]).toBe('no');
    expect(asked[asked.indexOf('-m') + 1]).toBe(whisper.model);
    // For scripts without spaces, the program does not write single words.
    whisper.writes(whisperAnswer([['\u4f60\u597d\u3002', 0, 1000]]));
    expect((await hear('zh-CN')).map(({ text }) => text)).toEqual(['\u4f60', '\u597d\u3002']);
    whisper.writes(whisperAnswer([[' [BLANK_AUDIO]', 0, 4000]]));
    expect(await hear()).toEqual([]);
  });

  it('fails with a clear message if its program fails or writes invalid output, and never reuses an old answer', async () => {
    for (const [answer, said] of [
      [undefined, 'Whisper wrote no output: '],
      ['{"transcription":[{"text":"x"}]}', 'has an unknown form'],
      ['{"transcription":', 'has an unknown form'],
      [whisperAnswer(Array.from({ length: 6001 }, () => [' x', 0, 1] as const)), 'has an unknown form'],
    ] as const) {
      whisper.writes(answer);
      await expect(hear()).rejects.toThrow(said);
    }
  });

  it('is reported if it is missing, English only or without its program', () => {
    const english = makeWhisper(join(folder, 'en'), 'ggml-base.en-q5_1.bin');
    expect(abilitiesOf(settingsFor(english))).toMatchObject({
      ...{ engine: 'Whisper base.en-q5_1', hint: 'This model supports only English.' },
      languageCodes: expect.not.arrayContaining(['de-DE']),
    });
    const told = (model: string, program: string) => abilitiesOf(settingsFor({ model, program })).hint;
    expect(told('/nowhere/ggml.bin', whisper.program)).toContain('the model file of CUTROOM_SPEECH does not exist');
    expect(told(whisper.model, '/nowhere')).toContain('set WHISPER_PATH to its whisper-cli');
    for (const engine of ['localhost', 'localhost:8000/v1', 'ftp://host/model.bin'])
      expect(() => speechSettingsOf({ ...bare, engine })).toThrow('or the path of a model');
  });
});
