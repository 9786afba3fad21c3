/** Settings of speech recognition. */
export interface SpeechSettings {
  /** Whether speech recognition is available. Default: true. */
  allowed?: boolean | undefined;
  /** Path or name of PocketSphinx; default: found in PATH. */
  pocketSphinx?: string | undefined;
  /** A remote service instead of PocketSphinx. */
  remote?: RemoteSpeech | undefined;
  /** A local whisper.cpp model instead of PocketSphinx. */
  whisper?: WhisperSpeech | undefined;
}

/** A Whisper model and its program. */
export interface WhisperSpeech {
  /** Path of the model file. */
  model: string;
  /** Path or name of whisper.cpp's program; default: `whisper-cli` in PATH. */
  program?: string | undefined;
}

/** A service with OpenAI's transcription API. */
export interface RemoteSpeech {
  /** URL that `/audio/transcriptions` is appended to, such as "http://localhost:8000/v1". */
  url: string;
  key?: string | undefined;
  model: string;
}

/** The settings as strings. */
export interface SpeechVariables {
  /** CUTROOM_SPEECH. */
  engine: string | undefined;
  key: string | undefined;
  model: string | undefined;
  pocketSphinx: string | undefined;
  /** WHISPER_PATH. */
  whisper: string | undefined;
}

/** Parses the settings of speech recognition. @throws Error with a message for the terminal. */
export function speechSettingsOf({ engine, key, model, pocketSphinx, whisper }: SpeechVariables): SpeechSettings {
  if (engine === 'off') return { allowed: false };
  if (engine === undefined) {
    if (key !== undefined || model !== undefined)
      throw new Error('CUTROOM_SPEECH_KEY and CUTROOM_SPEECH_MODEL require an address in CUTROOM_SPEECH.');
    return { pocketSphinx };
  }
  if (!URL.canParse(engine) && /[\\/]|\.bin$/.test(engine)) return { whisper: { model: engine, program: whisper } };
  if (!URL.canParse(engine) || !/^https?:$/.test(new URL(engine).protocol))
    throw new Error(
      `CUTROOM_SPEECH must be off, an address such as http://localhost:8000/v1 or the path of a model file, not "${engine}".`,
    );
  const { username, password, search, hash } = new URL(engine);
  if (username || password || search || hash)
    throw new Error(
      'CUTROOM_SPEECH must be an address without a name, password and query. Set the key in CUTROOM_SPEECH_KEY.',
    );
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key))
    throw new Error('CUTROOM_SPEECH_KEY contains an invalid character.');
  return { remote: { url: engine.replace(/\/+$/, ''), key, model: model ?? 'whisper-1' } };
}
