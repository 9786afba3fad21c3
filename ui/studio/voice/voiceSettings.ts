/** Voice-over settings, stored in this browser. */
export interface VoiceSettings {
  hasCountdown: boolean;
  /** Id of the microphone; undefined: the default one. */
  microphone?: string | undefined;
}

const KEY = 'voiceOver';

/** The stored settings; by default with countdown and the default microphone. */
export function readVoiceSettings(): VoiceSettings {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const { hasCountdown, microphone } = (typeof kept === 'object' && kept ? kept : {}) as Record<string, unknown>;
    return {
      hasCountdown: hasCountdown !== false,
      microphone: typeof microphone === 'string' && microphone !== '' ? microphone : undefined,
    };
  } catch {
    return { hasCountdown: true };
  }
}

/** Stores the settings. */
export function storeVoiceSettings(wishes: VoiceSettings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(wishes));
  } catch {
    // Storage is full or forbidden: the settings last until the page is closed.
  }
}
