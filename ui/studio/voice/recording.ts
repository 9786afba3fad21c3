import { proxy } from 'valtio/vanilla';
import { LevelWatch, silentLevel } from '../../../engine/browser/sound/levelWatch.ts';
import {
  endingOf,
  listMicrophones,
  type Microphone,
  type MicrophoneName,
  openMicrophone,
  watchMicrophones,
} from '../../../engine/browser/sound/microphone.ts';
import { noRoomForLayers } from '../../../engine/edit/room.ts';
import { addVoiceOver } from '../../../engine/edit/voiceOver.ts';
import { newId } from '../../../engine/project/id.ts';
import { messages } from '../../../engine/project/messages.ts';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { addFile } from '../../client/media/addFile.ts';
import { showError, showNote } from '../../client/page/notices.ts';
import { lengthInWords } from '../../kit/words.ts';
import { importIntoProject } from '../state/addFiles.ts';
import { openLayer } from '../state/go.ts';
import { pause, play, seek, shownTime } from '../state/playback.ts';
import { player } from '../state/player.ts';
import { change, studio } from '../state/studio.ts';

/** State of the voice-over. */
export const voice = proxy({
  /** asking: waiting for permission; refused: no microphone; counting: countdown; saving: the take becomes a layer. */
  phase: 'asking' as 'asking' | 'refused' | 'ready' | 'counting' | 'recording' | 'saving',
  /** Why there is no microphone. */
  refusal: '',
  /** Seconds left of the countdown; 0 while waiting for the video. */
  count: 0,
  /** Whether a take begins with a countdown. */
  hasCountdown: true,
  /** Available microphones, if the browser lists them, and the id of the open one. */
  microphones: [] as MicrophoneName[],
  microphone: '',
  /** Seconds recorded so far. */
  length: 0,
  level: silentLevel,
  /** Outcome of the last take, for screen readers. */
  announcement: '',
});

/** Update interval of level and length, in milliseconds. */
const TICK_MS = 50;
/** How long recording waits for playback to start, in milliseconds; then it starts anyway. */
const WAIT_MS = 3000;
/** Shorter takes are discarded as accidental, in seconds. */
const LEAST_TAKE = 0.3;

let microphone: Microphone | undefined;
let watch = new LevelWatch();
let ticker: ReturnType<typeof setInterval> | undefined;
let ending: AbortController | undefined;
/** Aborts a pending request for a microphone. */
let asking: AbortController | undefined;
/** Aborts the start of a take. */
let calling: AbortController | undefined;
/** When the take began: time in the video (seconds) and clock time (milliseconds). */
let began = { at: 0, now: 0 };

/** Opens the microphone. @returns a function that closes it and keeps a running take. */
export function openVoice(): () => void {
  const mine = new AbortController();
  ending = mine;
  const { hasCountdown, microphone: microphoneId } = readVoiceSettings();
  Object.assign(voice, { phase: 'asking', hasCountdown });
  void requestMicrophone(mine.signal, microphoneId);
  const unwatch = watchMicrophones(() => void tellMicrophones(mine.signal));
  return () => {
    unwatch();
    calling?.abort();
    const taken = voice.phase === 'recording' ? stopTake(false) : Promise.resolve();
    mine.abort();
    void taken.finally(() => {
      if (ending === mine) closeAll();
    });
  };
}

/** Requests the microphone again. */
export function askAgain(): void {
  if (ending) void requestMicrophone(ending.signal, readVoiceSettings().microphone);
}

/** Switches to another microphone. */
export function chooseMicrophone(id: string): void {
  if (voice.phase !== 'ready' || !ending) return;
  voice.microphone = id;
  storeVoiceSettings({ hasCountdown: voice.hasCountdown, microphone: id });
  void requestMicrophone(ending.signal, id);
}

export function setCountdown(hasCountdown: boolean): void {
  voice.hasCountdown = hasCountdown;
  storeVoiceSettings({ ...readVoiceSettings(), hasCountdown });
}

async function requestMicrophone(signal: AbortSignal, microphoneId: string | undefined): Promise<void> {
  closeMicrophone();
  asking?.abort();
  asking = new AbortController();
  const mine = asking.signal;
  // Switching microphones does not return to the permission screen.
  const phase = voice.phase === 'ready' ? 'ready' : 'asking';
  Object.assign(voice, { phase, refusal: '', length: 0, level: silentLevel });
  try {
    const opened = await openMicrophone(microphoneId);
    if (signal.aborted || mine.aborted) return opened.close();
    microphone = opened;
    watch = new LevelWatch();
    voice.phase = 'ready';
    ticker = setInterval(tick, TICK_MS);
    await tellMicrophones(signal);
  } catch (error) {
    if (!signal.aborted && !mine.aborted) Object.assign(voice, { phase: 'refused', refusal: (error as Error).message });
  }
}

async function tellMicrophones(signal: AbortSignal): Promise<void> {
  const microphones = await listMicrophones();
  if (!signal.aborted) Object.assign(voice, { microphones, microphone: microphone?.id ?? '' });
}

/** Starts a take: counts down if enabled, then plays from the playhead and records. */
export async function startTake(): Promise<void> {
  if (voice.phase !== 'ready' || !microphone) return;
  calling = new AbortController();
  const { signal } = calling;
  pause();
  Object.assign(voice, { phase: 'counting', count: 0, announcement: '' });
  const announceCountdown = (left: number) => {
    voice.count = left;
  };
  if (voice.hasCountdown && !(await countDown(announceCountdown, signal))) return;
  voice.count = 0;
  play();
  await running(signal);
  if (signal.aborted || !microphone) return pause();
  began = { at: shownTime(), now: performance.now() };
  microphone.start();
  voice.length = 0;
  voice.phase = 'recording';
}

/** Cancels the start of a take. */
export function cancelTake(): void {
  if (voice.phase !== 'counting') return;
  calling?.abort();
  Object.assign(voice, { phase: 'ready', announcement: 'Canceled' });
}

/** Stops the take, which becomes an audio layer at the time it began. @param opens whether to open that layer. */
export async function stopTake(opens = true): Promise<void> {
  if (voice.phase !== 'recording' || !microphone) return;
  voice.phase = 'saving';
  pause();
  const { at } = began;
  const length = (performance.now() - began.now) / 1000;
  const blob = await microphone.stop();
  if (length < LEAST_TAKE) {
    voice.phase = 'ready';
    return;
  }
  const file = new File([blob], `Voice-over.${endingOf(blob)}`, { type: blob.type });
  await importIntoProject({
    words: messages.uploadBegins,
    load: (signal) => addFile(file, { audio: true, signal }),
    land: ({ url, duration }) => land(url, duration || length, at, opens),
  });
  if (voice.phase === 'saving') voice.phase = 'ready';
}

function land(url: string, duration: number, at: number, opens: boolean): void {
  const { project, layerId, unheard } = addVoiceOver(studio.project, { url, duration, at }, newId);
  change(() => project);
  if (layerId === undefined) {
    showError(noRoomForLayers(studio.project));
    return;
  }
  if (unheard >= 0.1) {
    showNote(`The video ends before your recording: the last ${lengthInWords(unheard)} are cut off.`);
  }
  if (opens) openLayer(layerId);
}

function tick(): void {
  if (microphone) voice.level = watch.add(microphone.level(), performance.now());
  if (voice.phase !== 'recording') return;
  voice.length = (performance.now() - began.now) / 1000;
  // At the end the video would restart. Instead it pauses on the last frame while recording continues.
  const total = totalDuration(studio.project);
  const isOver = shownTime() >= total - (2 * TICK_MS) / 1000 || shownTime() < began.at - TICK_MS / 1000;
  if (player.state === 'playing' && isOver) {
    pause();
    seek(total);
  }
}

/** Waits until playback has started, up to WAIT_MS. */
async function running(signal: AbortSignal): Promise<void> {
  const until = performance.now() + WAIT_MS;
  while (player.state === 'buffering' && performance.now() < until && !signal.aborted) {
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
}

function closeMicrophone(): void {
  clearInterval(ticker);
  microphone?.close();
  microphone = undefined;
}

function closeAll(): void {
  closeMicrophone();
  ending = undefined;
  pause();
}

/** Length of the countdown, in seconds. */
const COUNTDOWN = 3;

/**
 * Counts down in seconds.
 * @param onCount called with the seconds left, COUNTDOWN first.
 * @returns false if it was aborted.
 */
async function countDown(onCount: (left: number) => void, signal: AbortSignal): Promise<boolean> {
  for (let left = COUNTDOWN; left > 0 && !signal.aborted; left -= 1) {
    onCount(left);
    await second(signal);
  }
  return !signal.aborted;
}

/** Resolves after a second, or on abort. */
function second(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, 1000);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}

/** Voice-over settings, stored in this browser. */
interface VoiceSettings {
  hasCountdown: boolean;
  /** Id of the microphone; undefined: the default one. */
  microphone?: string | undefined;
}

const KEY = 'voiceOver';

/** The stored settings; by default with countdown and the default microphone. */
function readVoiceSettings(): VoiceSettings {
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
function storeVoiceSettings(wishes: VoiceSettings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(wishes));
  } catch {
    // Storage is full or forbidden: the settings last until the page is closed.
  }
}
