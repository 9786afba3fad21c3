import { statSync } from 'node:fs';
import { isSpeechLanguage, languageName, type SpeechLanguage } from '../contract/speechLanguages.ts';
import type { SpeechAbilities } from '../contract/transcription.ts';
import { findProgram } from '../system/findProgram.ts';
import { fail, isFailure } from '../system/serviceError.ts';
import type { SpeechEngine } from './engine.ts';
import { pocketSphinx } from './pocketSphinx.ts';
import { remoteSpeech } from './remoteSpeech.ts';
import type { SpeechSettings, WhisperSpeech } from './speechSettings.ts';
import { whisperCpp } from './whisperCpp.ts';

/** Message if PocketSphinx is not installed. */
const toInstall =
  'Speech recognition is not set up: install pocketsphinx and pocketsphinx-en-us (npm run setup does so as root on Debian and Ubuntu), or name a service or a model file in CUTROOM_SPEECH.';

/** Returns the configured engine. @throws ServiceError "unavailable" if it is not available, with instructions. */
export function findEngine({ allowed = true, remote, whisper, pocketSphinx: named }: SpeechSettings): SpeechEngine {
  if (!allowed) throw fail('unavailable', 'Speech recognition is turned off on this server.');
  if (remote) return remoteSpeech(remote);
  if (whisper) return findWhisper(whisper);
  const program = findProgram(named ?? 'pocketsphinx_continuous');
  if (program === undefined) throw fail('unavailable', toInstall);
  return pocketSphinx(program);
}

/** Finds whisper.cpp and its model. @throws ServiceError "unavailable" if one is missing. */
function findWhisper({ model, program: named = 'whisper-cli' }: WhisperSpeech): SpeechEngine {
  const found = statSync(model, { throwIfNoEntry: false });
  if (!found?.isFile())
    throw fail('unavailable', 'Speech recognition is not available: the model file of CUTROOM_SPEECH does not exist.');
  const program = findProgram(named);
  if (program === undefined)
    throw fail(
      'unavailable',
      'Speech recognition is not available: install whisper.cpp, or set WHISPER_PATH to its whisper-cli.',
    );
  return whisperCpp({ program, model, size: found.size });
}

/** Returns the configured engine for a language. @throws ServiceError "unavailable" */
export function findEngineFor(settings: SpeechSettings, languageCode: SpeechLanguage): SpeechEngine {
  const engine = findEngine(settings);
  if (engine.languageCodes.includes(languageCode)) return engine;
  const able = [...new Set(engine.languageCodes.map((code) => languageName(code).replace(/ \(.*/, '')))];
  const others = able.length > 5 ? `${able.length} other languages` : able.join(', ');
  throw fail(
    'unavailable',
    `${engine.name} cannot recognize ${languageName(languageCode)} (${languageCode}). It recognizes ${others}.`,
  );
}

/** Describes what the configured engine can do. */
export function abilitiesOf(settings: SpeechSettings): SpeechAbilities {
  try {
    const { name, languageCodes, hint = null } = findEngine(settings);
    return { engine: name, languageCodes: [...languageCodes], hint };
  } catch (error) {
    if (!isFailure(error, 'unavailable')) throw error;
    return { engine: null, languageCodes: [], hint: error.message };
  }
}

/** Parses a language code. @throws ServiceError "unavailable" if it is unknown. */
export function readLanguage(code: string): SpeechLanguage {
  if (isSpeechLanguage(code)) return code;
  throw fail('unavailable', `Unknown language "${code.slice(0, 40)}". Write it like en-US.`);
}
