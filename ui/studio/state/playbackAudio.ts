import type { PlayerProblem } from '../../../engine/browser/player/player.ts';
import type { SoundGraph, SoundProblem } from '../../../engine/browser/sound/soundGraph.ts';
import { soundtrack } from '../../../engine/timeline/soundtrack.ts';
import { heardUrlOf } from '../../media/audioTracks.ts';
import { fileNameOf } from '../../media/references.ts';
import { showError, showNote } from '../../state/notices.ts';
import { readWave } from '../strips/readWave.ts';
import { studio } from './studio.ts';

/** The audio device is suspended after a pause of this length, in milliseconds. */
const IDLE_MS = 10_000;

let maker: typeof import('../../../engine/browser/sound/soundGraph.ts') | undefined;
let context: AudioContext | undefined;
let graph: SoundGraph | undefined;
let idle: ReturnType<typeof setTimeout> | undefined;
/** Problems reported since playback started. */
const told = new Set<string>();

/** Preloads the audio module, so that it is ready when playback starts. */
export async function preloadAudioGraph(): Promise<void> {
  maker ??= await import('../../../engine/browser/sound/soundGraph.ts');
}

/** Clears the reported problems, so that the next playback reports them again. */
export function clearReportedProblems(): void {
  told.clear();
}

/**
 * Starts the audio device if the project has audio. Must be called from a click or key press, as browsers require.
 * @param join receives the audio graph once it is ready; may be called again with the same graph.
 */
export function startAudioOutput(join: (sound: SoundGraph) => void): void {
  clearTimeout(idle);
  if (soundtrack(studio.project).length === 0 || !('AudioContext' in globalThis)) return;
  context ??= new AudioContext({ latencyHint: 'balanced' });
  if (context.state !== 'running') context.resume().catch(() => undefined);
  const target = context;
  const open = () => {
    if (context !== target || !maker) return;
    graph ??= maker.createSoundGraph({ context, urlOf: heardUrlOf, readWave, onProblem: reportPlayerProblem });
    join(graph);
  };
  if (maker) open();
  else void preloadAudioGraph().then(open, () => undefined);
}

/** Suspends the audio device after a while. */
export function suspendAudioLater(): void {
  clearTimeout(idle);
  idle = setTimeout(() => {
    if (context?.state === 'running') context.suspend().catch(() => undefined);
  }, IDLE_MS);
}

/** Releases the audio device. */
export function closeAudioOutput(): void {
  clearTimeout(idle);
  graph?.dispose();
  graph = undefined;
  context?.close().catch(() => undefined);
  context = undefined;
}

/** Reports a file that cannot be played, at most once per playback. */
export function reportPlayerProblem({ kind, url }: PlayerProblem | SoundProblem): void {
  const key = kind === 'blocked' ? kind : `${kind} ${url}`;
  if (told.has(key)) return;
  told.add(key);
  const name = fileNameOf(url) || url;
  if (kind === 'missing')
    showError(`“${name}” cannot be played: it is missing, or this browser does not support its format.`);
  else if (kind === 'slow') showNote(`“${name}” is slow to load. Playback continues as soon as it has loaded.`);
  else if (kind === 'backwards')
    showNote(`The audio of “${name}” is too long to play backward in the preview. The video will include it.`);
  else askForClick();
}

function askForClick(): void {
  showNote('This browser plays audio only after a click. Click anywhere to hear it.');
  const unlock = () => void context?.resume().catch(() => undefined);
  for (const name of ['pointerup', 'keydown']) document.addEventListener(name, unlock, { once: true });
}
