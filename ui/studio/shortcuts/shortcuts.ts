import { nudgeLayer } from '../../../engine/edit/layers.ts';
import { bringForward, sendBack } from '../../../engine/edit/order.ts';
import { place } from '../../state/place.ts';
import { screenOf } from '../screens.ts';
import { endWriting } from '../stage/writing.ts';
import { goTo, leaveLayer, openLayer, openOver } from '../state/go.ts';
import { addText, duplicate, remove, splitAtPlayhead } from '../state/layers.ts';
import { canPlay, hasStage, restart, SKIP_SECONDS, skip, togglePlay } from '../state/playback.ts';
import { change, redoChange, selectedScene, selectLayer, studio, undoChange } from '../state/studio.ts';

/** Parts of the sheet of shortcuts, in its order. */
export const shortcutGroups = ['Layer', 'Move', 'Playing', 'Clipboard', 'Editor'] as const;

/** A shortcut: what the keyboard listens to and what the sheet shows. */
export interface Shortcut {
  /**
   * Combinations as hotkeys-js writes them, parts joined by +; "mod" is Ctrl, on a Mac Command. A sign such as ] or ? is
   * taken as it is typed, wherever the keyboard has it.
   */
  keys: readonly string[];
  words: string;
  group: (typeof shortcutGroups)[number];
  /** Absent: the browser tells of it by an event of its own (copy, cut, paste). */
  run?: () => void;
  /** Whether it has something to do now; otherwise the key keeps its meaning. Default: always. */
  when?: () => boolean;
  /** Whether it goes on while the key is held. Default: once a press. */
  repeats?: true;
  /** Whether it works while a panel is open beside the canvas, too. */
  isForPanels?: true;
}

/** Part of the canvas that a nudge moves a layer by, percent: plain, and with Shift (studio spec §9). */
const NUDGE = { fine: 1, coarse: 10 };

const plays = () => canPlay() && hasStage();
const hasLayer = () => studio.selectedLayerId !== null;

/** Every shortcut of the Studio. */
export const shortcuts: readonly Shortcut[] = [
  { keys: ['del', 'backspace'], words: 'Delete', group: 'Layer', run: withLayer(remove), when: hasLayer },
  { keys: ['mod+d'], words: 'Duplicate', group: 'Layer', run: withLayer(duplicate), when: hasLayer },
  { keys: [']'], words: 'Select the next layer', group: 'Layer', run: () => selectBy(-1), when: hasAnyLayer },
  { keys: ['['], words: 'Select the layer before', group: 'Layer', run: () => selectBy(1), when: hasAnyLayer },
  {
    keys: ['mod+]'],
    words: 'Bring forward',
    group: 'Layer',
    run: withLayer((id) => change((project) => bringForward(project, id))),
    when: hasLayer,
  },
  {
    keys: ['mod+['],
    words: 'Send back',
    group: 'Layer',
    run: withLayer((id) => change((project) => sendBack(project, id))),
    when: hasLayer,
  },
  { keys: ['s'], words: 'Split at the shown moment', group: 'Layer', run: withLayer(splitAtPlayhead), when: hasLayer },
  { keys: ['t'], words: 'Add a text', group: 'Layer', run: () => addText() },

  ...nudges('left', 'Left', -1, 0),
  ...nudges('right', 'Right', 1, 0),
  ...nudges('up', 'Up', 0, -1),
  ...nudges('down', 'Down', 0, 1),

  { keys: ['mod+c'], words: 'Copy the layer, or the scene', group: 'Clipboard' },
  { keys: ['mod+x'], words: 'Cut the layer, or the scene', group: 'Clipboard' },
  { keys: ['mod+v'], words: 'Paste a layer, a scene, a file or a text', group: 'Clipboard' },

  { keys: ['mod+z'], words: 'Undo', group: 'Editor', run: undoChange, repeats: true, isForPanels: true },
  {
    keys: ['mod+shift+z', 'mod+y'],
    words: 'Redo',
    group: 'Editor',
    run: redoChange,
    repeats: true,
    isForPanels: true,
  },
  { keys: ['space'], words: 'Play or pause', group: 'Playing', run: togglePlay, when: plays, isForPanels: true },
  { keys: ['home'], words: 'Back to the start', group: 'Playing', run: restart, when: plays },
  { keys: ['j'], words: `${SKIP_SECONDS} seconds back`, group: 'Playing', run: () => skip(-SKIP_SECONDS), when: plays },
  { keys: ['l'], words: `${SKIP_SECONDS} seconds on`, group: 'Playing', run: () => skip(SKIP_SECONDS), when: plays },

  { keys: ['esc'], words: 'Let go, close, go back', group: 'Editor', run: goBack },
  { keys: ['?'], words: 'Show this sheet', group: 'Editor', run: () => openOver('shortcuts') },
];

/** Name of the step that a held arrow key makes, for `change`. */
function nudgeStep(layerId: string): string {
  return `nudge:${layerId}`;
}

function nudges(key: string, words: string, x: number, y: number): Shortcut[] {
  return [
    [key, `${words} by ${NUDGE.fine}%`, NUDGE.fine] as const,
    [`shift+${key}`, `${words} by ${NUDGE.coarse}%`, NUDGE.coarse] as const,
  ].map(([keys, sentence, by]) => ({
    keys: [keys],
    words: sentence,
    group: 'Move',
    run: withLayer((id) => change((project) => nudgeLayer(project, id, x * by, y * by), nudgeStep(id))),
    when: hasLayer,
    repeats: true,
  }));
}

function withLayer(work: (layerId: string) => void): () => void {
  return () => {
    if (studio.selectedLayerId !== null) work(studio.selectedLayerId);
  };
}

function hasAnyLayer(): boolean {
  return selectedScene().layers.length > 0;
}

/** Goes around the stack: next is nearer to the front. Without a selection next begins at the back. */
function selectBy(step: 1 | -1): void {
  const { layers } = selectedScene();
  const at = layers.findIndex(({ id }) => id === studio.selectedLayerId);
  const from = at < 0 && step > 0 ? -1 : at < 0 ? layers.length : at;
  const to = layers[(from + step + layers.length) % layers.length];
  if (to) openLayer(to.id);
}

function goBack(): void {
  if (studio.writingLayerId !== null) endWriting();
  else if (studio.selectedLayerId !== null && screenOf(place.screen)?.isAllScenes) selectLayer(null);
  else if (studio.selectedLayerId !== null) leaveLayer();
  else if (place.screen !== '') goTo('');
}
