import type { Cue } from '../../engine/project/subtitles.ts';
import { pressedKeys } from '../kit/timeKeys.ts';
import type { CueHost } from './cueHost.ts';
import { add, duplicate, editCueText, merge, playFrom, remove, setToPlayer, split } from './cueList.ts';
import { cutOf, hasKeptWords, restore, strikeOut, strikeSentenceAt } from './cuts.ts';

/** Focused text field with its caret. */
type Field = Pick<HTMLTextAreaElement, 'value' | 'selectionStart' | 'selectionEnd'>;

/** Keyboard shortcut of the cue list. */
interface CueKey {
  /** Written as in the shortcuts sheet. */
  keys: readonly string[];
  words: string;
  run: (host: CueHost, cue: Cue, field: Field) => void;
  /** Whether the shortcut applies; otherwise the field handles the key. Default: always. */
  when?: (host: CueHost, cue: Cue, field: Field) => boolean;
  /** Whether the field handles the key as well. Default: no. */
  isShared?: true;
}

/** Number of cues that Page Up and Page Down skip. */
const PAGE = 10;

const isFirstLine = ({ value, selectionStart }: Field) => !value.slice(0, selectionStart).includes('\n');
const isLastLine = ({ value, selectionEnd }: Field) => !value.slice(selectionEnd).includes('\n');
const isAtStart = ({ selectionStart, selectionEnd }: Field) => selectionStart === 0 && selectionEnd === 0;

/** Shortcuts while the text of a cue has the focus. */
export const cueKeys: readonly CueKey[] = [
  {
    keys: ['enter'],
    words: 'Next subtitle; after the last one, a new one',
    run: (host, cue) => (cue.id === host.cues.at(-1)?.id ? add(host) : step(host, cue, 1)),
    when: (host, cue) => cue.text.trim() !== '' || cue.id !== host.cues.at(-1)?.id,
  },
  { keys: ['shift+enter'], words: 'New line', run: () => {}, when: () => false },
  {
    keys: ['mod+enter'],
    words: 'Split at the cursor',
    run: (host, { id }, field) => split(host, id, field.selectionStart),
  },
  {
    keys: ['up'],
    words: 'Previous subtitle',
    run: (host, cue, field) => whereStuck(field, () => step(host, cue, -1)),
    when: (_, __, field) => isFirstLine(field),
    isShared: true,
  },
  {
    keys: ['down'],
    words: 'Next subtitle',
    run: (host, cue, field) => whereStuck(field, () => step(host, cue, 1)),
    when: (_, __, field) => isLastLine(field),
    isShared: true,
  },
  { keys: ['pageup'], words: `${PAGE} subtitles back`, run: (host, cue) => step(host, cue, -PAGE) },
  { keys: ['pagedown'], words: `${PAGE} subtitles forward`, run: (host, cue) => step(host, cue, PAGE) },
  { keys: ['mod+home'], words: 'First subtitle', run: (host, cue) => step(host, cue, Number.NEGATIVE_INFINITY) },
  { keys: ['mod+end'], words: 'Last subtitle', run: (host, cue) => step(host, cue, Number.POSITIVE_INFINITY) },
  {
    keys: ['backspace'],
    words: 'At the start of a text: join with the previous subtitle',
    run: (host, cue) => joinBefore(host, cue),
    when: (host, cue, field) => isAtStart(field) && cue.id !== host.cues[0]?.id,
  },
  { keys: ['mod+j'], words: 'Join with the next subtitle', run: (host, { id }) => merge(host, id) },
  { keys: ['mod+d'], words: 'Duplicate', run: (host, { id }) => duplicate(host, id) },
  { keys: ['mod+shift+backspace'], words: 'Remove', run: (host, { id }) => remove(host, id) },
  {
    keys: ['mod+shift+x'],
    words: 'Cut it or the selected words from the video; press again to restore',
    run: (host, cue, field) =>
      cutOf(host, cue) === undefined || hasKeptWords(host, cue, field)
        ? strikeOut(host, cue, field)
        : restore(host, cue),
    when: ({ cuts }) => cuts !== undefined,
  },
  {
    keys: ['mod+alt+x'],
    words: 'Cut the sentence at the cursor from the video',
    run: strikeSentenceAt,
    when: ({ cuts }) => cuts !== undefined,
  },
  { keys: ['mod+['], words: 'Start at the current time', run: (host, { id }) => setToPlayer(host, id, 'startTime') },
  { keys: ['mod+]'], words: 'End at the current time', run: (host, { id }) => setToPlayer(host, id, 'endTime') },
  { keys: ['mod+z'], words: 'Undo', run: (host, cue) => travel(host, cue, host.undo) },
  { keys: ['mod+shift+z', 'mod+y'], words: 'Redo', run: (host, cue) => travel(host, cue, host.redo) },
  { keys: ['alt+enter'], words: 'Play from here, or pause', run: (host, cue) => playFrom(host, cue) },
];

/** Runs the shortcut of a key in the text of a cue. @returns whether the key is handled. */
export function runCueKey(host: CueHost, cue: Cue, event: KeyboardEvent & { target: EventTarget | null }): boolean {
  // During composition, as in Japanese, keys select candidates; Safari reports the last one with this key code.
  if (event.isComposing || event.keyCode === 229) return false;
  const field = event.target as HTMLTextAreaElement;
  const pressed = pressedKeys(event);
  const found = cueKeys.find(({ keys }) => keys.includes(pressed));
  if (!found || (found.when && !found.when(host, cue, field))) return false;
  found.run(host, cue, field);
  return !found.isShared;
}

/** Runs work if a key did not move the caret: the field also wraps lines, so the text alone does not tell. */
function whereStuck(field: Field, work: () => void): void {
  const { selectionStart, selectionEnd } = field;
  setTimeout(() => field.selectionStart === selectionStart && field.selectionEnd === selectionEnd && work());
}

/** Runs undo or redo. If that removes the cue, focuses the one before it. */
function travel(host: CueHost, { id }: Cue, go: () => void): void {
  const index = host.cues.findIndex((cue) => cue.id === id);
  go();
  const now = host.change((cues) => cues);
  const next = now[Math.min(Math.max(0, index - 1), now.length - 1)];
  if (next && now.every((cue) => cue.id !== id)) editCueText(next.id);
}

function step(host: CueHost, { id }: Cue, by: number): void {
  const index = host.cues.findIndex((cue) => cue.id === id);
  const to = host.cues[Math.min(host.cues.length - 1, Math.max(0, index + by))];
  if (!to || to.id === id) return;
  editCueText(to.id);
  const { player } = host;
  if (!player.state.isPlaying) player.seek(to.startTime);
}

function joinBefore(host: CueHost, { id }: Cue): void {
  const before = host.cues[host.cues.findIndex((cue) => cue.id === id) - 1];
  if (before) merge(host, before.id);
}
