import { statSync } from 'node:fs';
import { isSpeechLanguage, languageName, type SpeechLanguage } from '../contract/speechLanguages.ts';
import type { SpeechAbilities } from '../contract/transcription.ts';
import { findProgram } from '../system/findProgram.ts';
import { type SpeechEngine, SpeechMissingError } from './engine.ts';
import { pocketSphinx } from './pocketSphinx.ts';
import { remoteSpeech } from './remoteSpeech.ts';
import type { SpeechSettings, WhisperSpeech } from './speechSettings.ts';
import { whisperCpp } from './whisperCpp.ts';

/** Message if PocketSphinx is not installed. */
const toInstall =
  'Speech cannot be recognized here yet: install pocketsphinx and pocketsphinx-en-us (npm run setup does so as root on Debian and Ubuntu), or name a service or a model file in CUTROOM_SPEECH.';

/** Returns the configured engine. @throws SpeechMissingError if it is not available, with instructions. */
export function findEngine({ allowed = true, remote, whisper, pocketSphinx: named }: SpeechSettings): SpeechEngine {
  if (!allowed) throw new SpeechMissingError('Speech is not recognized here: it was switched off.');
  if (remote) return remoteSpeech(remote);
  if (whisper) return findWhisper(whisper);
  const program = findProgram(named ?? 'pocketsphinx_continuous');
  if (program === undefined) throw new SpeechMissingError(toInstall);
  return pocketSphinx(program);
}

/** Finds whisper.cpp and its model. @throws SpeechMissingError if one is missing. */
function findWhisper({ model, program: named = 'whisper-cli' }: WhisperSpeech): SpeechEngine {
  const found = statSync(model, { throwIfNoEntry: false });
  if (!found?.isFile())
    throw new SpeechMissingError('Speech cannot be recognized here: the model file in CUTROOM_SPEECH is not there.');
  const program = findProgram(named);
  if (program === undefined)
    throw new SpeechMissingError(
      'Speech cannot be recognized here: install whisper.cpp, or name its whisper-cli in WHISPER_PATH.',
    );
  return whisperCpp({ program, model, size: found.size });
}

/** Returns the configured engine for a language. @throws SpeechMissingError */
export function findEngineFor(settings: SpeechSettings, languageCode: SpeechLanguage): SpeechEngine {
  const engine = findEngine(settings);
  if (engine.languageCodes.includes(languageCode)) return engine;
  const able = [...new Set(engine.languageCodes.map((code) => languageName(code).replace(/ \(.*/, '')))];
  const others = able.length > 5 ? `${able.length} other languages` : able.join(', ');
  throw new SpeechMissingError(
    `${engine.name} cannot recognize ${languageName(languageCode)} (${languageCode}). It can do ${others}.`,
  );
}

/** Describes what the configured engine can do. */
export function abilitiesOf(settings: SpeechSettings): SpeechAbilities {
  try {
    const { name, languageCodes, hint = null } = findEngine(settings);
    return { engine: name, languageCodes: [...languageCodes], hint };
  } catch (error) {
    if (!(error instanceof SpeechMissingError)) throw error;
    return { engine: null, languageCodes: [], hint: error.message };
  }
}

/** Parses a language code. @throws SpeechMissingError if it is unknown. */
export function readLanguage(code: string): SpeechLanguage {
  if (isSpeechLanguage(code)) return code;
  throw new SpeechMissingError(`There is no language "${code.slice(0, 40)}"; one is written like en-US.`);
}
