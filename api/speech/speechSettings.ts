/** Which engine recognizes speech. */
export interface SpeechSettings {
  /** false: nothing is recognized. Default true. */
  allowed?: boolean | undefined;
  /** Path or name of PocketSphinx; default: as the system finds it. */
  pocketSphinx?: string | undefined;
  /** A service with a model of its own, in place of PocketSphinx. */
  remote?: RemoteSpeech | undefined;
  /** A model file for whisper.cpp on this machine, in place of PocketSphinx. */
  whisper?: WhisperSpeech | undefined;
}

/** A model of Whisper, and what runs it. */
export interface WhisperSpeech {
  /** Path of the model's file. */
  model: string;
  /** Path or name of whisper.cpp's program; default: `whisper-cli` as the system finds it. */
  program?: string | undefined;
}

/** A service that speaks the interface of OpenAI for transcriptions. */
export interface RemoteSpeech {
  /** Address that `/audio/transcriptions` follows, such as "http://localhost:8000/v1". */
  url: string;
  key?: string | undefined;
  model: string;
}

/** The settings as they are written. */
export interface SpeechVariables {
  /** CUTROOM_SPEECH. */
  engine: string | undefined;
  key: string | undefined;
  model: string | undefined;
  pocketSphinx: string | undefined;
  /** WHISPER_PATH. */
  whisper: string | undefined;
}

/** Reads what the environment says of recognizing speech. @throws Error with a sentence for the person at the terminal. */
export function speechSettingsOf({ engine, key, model, pocketSphinx, whisper }: SpeechVariables): SpeechSettings {
  if (engine === 'off') return { allowed: false };
  if (engine === undefined) {
    if (key !== undefined || model !== undefined)
      throw new Error('CUTROOM_SPEECH_KEY and CUTROOM_SPEECH_MODEL belong to an address in CUTROOM_SPEECH.');
    return { pocketSphinx };
  }
  if (!URL.canParse(engine) && /[\\/]|\.bin$/.test(engine)) return { whisper: { model: engine, program: whisper } };
  if (!URL.canParse(engine) || !/^https?:$/.test(new URL(engine).protocol))
    throw new Error(
      `CUTROOM_SPEECH is off, an address such as http://localhost:8000/v1 or the path of a model's file, not "${engine}".`,
    );
  const { username, password, search, hash } = new URL(engine);
  if (username || password || search || hash)
    throw new Error(
      'CUTROOM_SPEECH is an address without a name, a password and a query; a key is CUTROOM_SPEECH_KEY.',
    );
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key))
    throw new Error('CUTROOM_SPEECH_KEY has a sign that no key has.');
  return { remote: { url: engine.replace(/\/+$/, ''), key, model: model ?? 'whisper-1' } };
}
