import { FlipHorizontal2, FlipVertical2, type LucideIcon, RotateCcw, RotateCw } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { Tool } from '../../engine/tools/tool.ts';
import { LiveRegion } from '../kit/progress.tsx';
import { endStep, setFields } from './drafts.ts';
import type { PanelProps } from './toolPanel.ts';
import './toolForm.css';

const buttons: readonly { name: RotationName; label: string; key: string; icon: LucideIcon }[] = [
  { name: 'left', label: 'Rotate left', key: 'L', icon: RotateCcw },
  { name: 'right', label: 'Rotate right', key: 'R', icon: RotateCw },
  { name: 'across', label: 'Flip horizontally', key: 'H', icon: FlipHorizontal2 },
  { name: 'over', label: 'Flip vertically', key: 'V', icon: FlipVertical2 },
];

/** Duration of the rotation, in milliseconds. */
const TURN_MS = 260;

/** Toolbar on the preview that rotates and flips it, with keyboard shortcuts. */
export function RotatePanel({ tool, draft }: PanelProps) {
  const bar = useRef<HTMLDivElement>(null);
  const now = orientationOf(draft.settings);
  const newest = useRef(now);
  newest.current = now;
  const rotate = (name: RotationName) => setOrientation(tool, rotations[name](newest.current));
  useLetterKeys((letter) => {
    const found = buttons.find(({ key }) => key === letter);
    if (found) rotate(found.name);
    return found !== undefined;
  });
  useRotationMotion(bar, now);
  return (
    <div className="rotate-bar" role="toolbar" aria-label="Rotate and flip" ref={bar}>
      {buttons.map(({ name, label, key, icon: Icon }) => (
        <button
          key={name}
          type="button"
          className="button quiet icon"
          aria-label={label}
          aria-keyshortcuts={key}
          title={`${label} (${key})`}
          onClick={() => rotate(name)}
        >
          <Icon aria-hidden="true" />
        </button>
      ))}
      <LiveRegion>{orientationWords(now)}</LiveRegion>
    </div>
  );
}

function orientationOf({ rotation, flipped }: Record<string, unknown>): Orientation {
  return { rotation: typeof rotation === 'number' ? rotation : 0, flipped: flipped === true };
}

function setOrientation(tool: Tool, { rotation, flipped }: Orientation): void {
  endStep();
  setFields(tool, { rotation: rotation === 0 ? undefined : rotation, flipped: flipped || undefined });
}

/**
 * Calls back with each pressed letter, in upper case, unless a text field has the focus. @param handle returns whether it
 * handled the letter.
 */
function useLetterKeys(handle: (letter: string) => boolean): void {
  const newest = useRef(handle);
  newest.current = handle;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (event.target instanceof Element && event.target.closest('input, textarea, select')) return;
      if (newest.current(event.key.toUpperCase())) event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

/** Animates from the previous to the current orientation, unless reduced motion is preferred. */
function useRotationMotion(bar: RefObject<HTMLElement | null>, { rotation, flipped }: Orientation): void {
  const before = useRef({ rotation, flipped });
  useLayoutEffect(() => {
    const from = before.current;
    before.current = { rotation, flipped };
    const sheet = bar.current?.parentElement;
    const canvas = sheet?.querySelector('canvas');
    const isSame = from.rotation === rotation && from.flipped === flipped;
    if (isSame || !sheet || !canvas || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    return showRotation(sheet, canvas, from, { rotation, flipped });
  }, [bar, rotation, flipped]);
}

/** Rotates a copy of the canvas, which still shows the old frame. @returns a function that ends the animation. */
function showRotation(sheet: HTMLElement, canvas: HTMLCanvasElement, from: Orientation, to: Orientation): () => void {
  const copy = document.createElement('canvas');
  copy.width = canvas.width;
  copy.height = canvas.height;
  copy.getContext('2d')?.drawImage(canvas, 0, 0);
  copy.className = 'rotate-copy';
  const quarter = (to.rotation - from.rotation + 360) % 180 !== 0;
  // After a quarter turn width and height are swapped, and the image is scaled to fit the new box.
  const { clientWidth: width, clientHeight: height } = sheet;
  copy.style.width = `${quarter ? height : width}px`;
  copy.style.height = `${quarter ? width : height}px`;
  const was = quarter ? copy.width / devicePixelRatio / height : 1;
  sheet.dataset.rotating = '';
  sheet.append(copy);
  const end = () => {
    copy.remove();
    delete sheet.dataset.rotating;
  };
  const [rotate, degrees] = wayOf(from, to);
  const motion = copy.animate(
    [
      { transform: `${CENTERED} ${rotate}(0deg) scale(${was})` },
      { transform: `${CENTERED} ${rotate}(${degrees}deg) scale(1)` },
    ],
    { duration: TURN_MS, easing: 'cubic-bezier(0.2, 0, 0, 1)' },
  );
  motion.finished.then(end, end);
  return () => motion.cancel();
}

const CENTERED = 'translate(-50%, -50%) perspective(1200px)';

/** Returns the CSS function and the degrees that rotate one orientation into the other, the short way. */
function wayOf(from: Orientation, to: Orientation): [rotate: 'rotate' | 'rotateX' | 'rotateY', degrees: number] {
  if (from.flipped !== to.flipped) return [from.rotation === to.rotation ? 'rotateY' : 'rotateX', 180];
  // The result is flipped after it is rotated, so its rotation appears in the opposite direction.
  const by = ((to.rotation - from.rotation + 540) % 360) - 180;
  return ['rotate', to.flipped ? -by : by];
}

/** Clockwise rotation in degrees, a multiple of 90, and whether the result is then flipped horizontally. */
export interface Orientation {
  rotation: number;
  flipped: boolean;
}

/** Operations on the source as it is displayed. */
type RotationName = 'left' | 'right' | 'across' | 'over';

/**
 * Each operation. The flip is applied last, so a flipped source rotates in the opposite direction to appear rotated; a
 * vertical flip is a rotation by 180° and a horizontal flip.
 */
export const rotations: Readonly<Record<RotationName, (now: Orientation) => Orientation>> = {
  left: (now) => rotated(now, now.flipped ? 90 : -90),
  right: (now) => rotated(now, now.flipped ? -90 : 90),
  across: ({ rotation, flipped }) => ({ rotation, flipped: !flipped }),
  over: (now) => rotated({ ...now, flipped: !now.flipped }, 180),
};

/** Describes the orientation. */
export function orientationWords({ rotation, flipped }: Orientation): string {
  const angle = rotation === 0 ? '' : `Rotated by ${rotation}° clockwise`;
  return [angle, ...(flipped ? [angle ? 'mirrored' : 'Mirrored'] : [])].filter(Boolean).join(', ');
}

function rotated({ rotation, flipped }: Orientation, by: number): Orientation {
  return { rotation: (rotation + by + 360) % 360, flipped };
}
