import { Check, Hand, Maximize, Ruler, ScanLine, ZoomIn, ZoomOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { TARGET_ATTRIBUTE } from '../../../engine/browser/gestures/bindPointer.ts';
import { focusOn } from '../../app/focus.ts';
import { isMac, keyWords } from '../../kit/keyWords.ts';
import { Menu } from '../../kit/Menu.tsx';
import { zoomKeys } from '../shortcuts/shortcuts.ts';
import { canvasView, fitCanvas, zoomBy, zoomedOf, zoomTo } from '../state/canvasView.ts';
import { studio } from '../state/studio.ts';
import { aids } from './aids.ts';
import '../style/canvas.css';

/** Zoom levels offered, in percent of the canvas's own size. */
const sizes = [50, 100, 200];

/** The current zoom level, with a menu of others. */
export function ZoomMenu() {
  const view = useSnapshot(canvasView) as typeof canvasView;
  const { projectId } = useSnapshot(studio);
  const zoomed = zoomedOf(view, projectId);
  const percent = Math.round((zoomed?.scale ?? view.fit?.scale ?? 1) * 100);
  return (
    <div className="zoom-menu" data-arrows="" {...{ [TARGET_ATTRIBUTE]: 'none' }}>
      <Menu
        label={`Zoom, ${percent}%`}
        icon={
          <>
            {view.isHand && <Hand aria-hidden="true" />}
            <span className="numbers">{percent}%</span>
          </>
        }
      >
        <Item icon={<Maximize />} words="Fit" keys={zoomKeys.fit} isOn={!zoomed} onClick={fitCanvas} />
        {sizes.map((size) => (
          <Item
            key={size}
            words={`${size}%`}
            isOn={zoomed !== undefined && percent === size}
            onClick={() => zoomTo(size / 100)}
          />
        ))}
        <hr className="zoom-menu-line" />
        <Item icon={<ZoomIn />} words="Zoom in" keys={zoomKeys.in} onClick={() => zoomBy(1)} />
        <Item icon={<ZoomOut />} words="Zoom out" keys={zoomKeys.out} onClick={() => zoomBy(-1)} />
        <Item
          icon={<Hand />}
          words="Move the view"
          keys={['space']}
          isOn={view.isHand}
          onClick={() => {
            canvasView.isHand = !canvasView.isHand;
          }}
        />
        <hr className="zoom-menu-line" />
        <Toggle icon={<Ruler />} words="Rulers" aid="rulers" />
        <Toggle icon={<ScanLine />} words="Safe areas" aid="safeAreas" />
      </Menu>
    </div>
  );
}

function Toggle({ icon, words, aid }: { icon: ReactNode; words: string; aid: keyof typeof aids }) {
  const isOn = useSnapshot(aids)[aid];
  const toggle = () => {
    aids[aid] = !isOn;
  };
  return <Item icon={icon} words={words} isOn={isOn} onClick={toggle} />;
}

interface ItemProps {
  icon?: ReactNode;
  words: string;
  /** In the syntax of shortcuts; the first is shown. */
  keys?: readonly [string, ...string[]];
  /** Whether the option is active; omitted for plain actions. */
  isOn?: boolean;
  onClick: () => void;
}

function Item({ icon, words, keys, isOn, onClick }: ItemProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={() => {
        onClick();
        // The menu closes; further keys go to the canvas.
        focusOn('main');
      }}
    >
      {isOn ? <Check aria-hidden="true" /> : (icon ?? <span className="zoom-menu-gap" />)}
      {words}
      {keys && (
        <span className="zoom-menu-keys" aria-hidden="true">
          {keyWords(keys[0], isMac()).join(' ')}
        </span>
      )}
    </button>
  );
}
