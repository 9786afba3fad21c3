/** A microphone that is open. */
export interface Microphone {
  /** Which one it is, as `listMicrophones` names them; '' where the browser does not say. */
  id: string;
  /** How loud it is right now, 0 to 1. */
  level(): number;
  /** Begins to record. */
  start(): void;
  /** Ends recording. @returns what was recorded. */
  stop(): Promise<Blob>;
  /** Lets go of the microphone; a recording that is under way is dropped. */
  close(): void;
}

/** A microphone that there is. */
export interface MicrophoneName {
  id: string;
  /** For people. */
  label: string;
}

/** What is recorded, the first that a browser can: Opus everywhere but in Safari. */
const formats = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus'];
/** Other names of one that is listed by itself too. */
const aliases = ['default', 'communications'];

/**
 * Asks for a microphone.
 * @param id of the one that is wanted; undefined, or one that is gone: the usual one. @throws Error with words for whoever
 * asked, when there is none to be had.
 */
export async function openMicrophone(id?: string): Promise<Microphone> {
  const stream = await askFor(id);
  const context = new AudioContext();
  const analyser = new AnalyserNode(context, { fftSize: 2048 });
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const mimeType = formats.find((format) => MediaRecorder.isTypeSupported(format));
  const recorder = new MediaRecorder(stream, mimeType ? { mimeType } : {});
  const parts: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
  return {
    id: stream.getAudioTracks()[0]?.getSettings().deviceId ?? '',
    level: () => {
      analyser.getFloatTimeDomainData(samples);
      return Math.min(
        1,
        samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0),
      );
    },
    start: () => recorder.start(),
    stop: () =>
      new Promise((resolve) => {
        recorder.addEventListener('stop', () => resolve(new Blob(parts, { type: plainType(recorder.mimeType) })), {
          once: true,
        });
        recorder.stop();
      }),
    close: () => {
      for (const track of stream.getTracks()) track.stop();
      context.close().catch(() => undefined);
    },
  };
}

/** The microphones that there are; browsers name them once one was allowed. */
export async function listMicrophones(): Promise<MicrophoneName[]> {
  const devices = (await navigator.mediaDevices?.enumerateDevices?.().catch(() => [])) ?? [];
  return devices
    .filter(({ kind, deviceId }) => kind === 'audioinput' && deviceId !== '' && !aliases.includes(deviceId))
    .map(({ deviceId, label }, i) => ({ id: deviceId, label: label || `Microphone ${i + 1}` }));
}

/** Calls back when a microphone comes or goes. @returns ends that. */
export function watchMicrophones(onChange: () => void): () => void {
  const { mediaDevices } = navigator;
  mediaDevices?.addEventListener?.('devicechange', onChange);
  return () => mediaDevices?.removeEventListener?.('devicechange', onChange);
}

/** Ending of a recording's file name. */
export function endingOf({ type }: Blob): string {
  return { 'audio/mp4': 'm4a', 'audio/ogg': 'ogg' }[type] ?? 'webm';
}

function plainType(type: string): string {
  return type.split(';')[0] ?? 'audio/webm';
}

async function askFor(id: string | undefined): Promise<MediaStream> {
  if (!navigator.mediaDevices || !('MediaRecorder' in globalThis)) {
    throw new Error('This browser allows the microphone only on https pages and on this computer.');
  }
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: id === undefined ? true : { deviceId: { exact: id } } });
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    if (id !== undefined && (name === 'OverconstrainedError' || name === 'NotFoundError')) return askFor(undefined);
    throw new Error(wordsOf(name));
  }
}

function wordsOf(name: string): string {
  if (name === 'NotAllowedError' || name === 'SecurityError') {
    return 'The microphone was not allowed. Allow it for this page in the browser’s settings, then try again.';
  }
  if (name === 'NotFoundError') return 'No microphone was found. Connect one, then try again.';
  return 'The microphone is not available. Another program may be using it. Try again.';
}
