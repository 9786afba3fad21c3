import { Check, Grid3x3, Hand } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { TARGET_ATTRIBUTE } from '../../../engine/browser/gestures/bindPointer.ts';
import { focusOn } from '../../app/focus.ts';
import { useIsMobile } from '../../kit/hooks.ts';
import { Menu } from '../../kit/Menu.tsx';
import { type Action, currentContext, faceOf } from '../actions/action.ts';
import { canvasActions } from '../actions/canvas.ts';
import { ariaKeys, keyHint } from '../actions/keyLabels.ts';
import { canvasView, zoomedOf, zoomTo } from '../state/canvasView.ts';
import { aids } from '../state/liveStage.ts';
import { studio } from '../state/studio.ts';
import '../style/canvas.css';

/** Zoom levels offered, in percent of the canvas's own size. */
const sizes = [50, 100, 200];

const { zoomIn, zoomOut, zoomToFit, toggleHand } = canvasActions;
const { toggleGrid, toggleRulers, toggleSafeAreas, toggleSnapping } = canvasActions;

/** The menus in the corner of the canvas: guides and zoom. On phones there is room for one. */
export function CanvasMenus() {
  const mobile = useIsMobile();
  return (
    <div className="row canvas-menus" data-arrows="" {...{ [TARGET_ATTRIBUTE]: 'none' }}>
      {!mobile && (
        <Menu label="Guides and grid" icon={<Grid3x3 aria-hidden="true" />}>
          <GuideItems />
        </Menu>
      )}
      <ZoomMenu>
        {mobile && (
          <>
            <hr className="canvas-menu-line" />
            <GuideItems />
          </>
        )}
      </ZoomMenu>
    </div>
  );
}

/** What helps to place layers; none of it is part of the video. */
function GuideItems() {
  const { grid, rulers, safeAreas } = useSnapshot(aids);
  const { project } = useSnapshot(studio);
  return (
    <>
      <ActionItem action={toggleGrid} isOn={grid} />
      <ActionItem action={toggleRulers} isOn={rulers} />
      <ActionItem action={toggleSafeAreas} isOn={safeAreas} />
      <hr className="canvas-menu-line" />
      <ActionItem action={toggleSnapping} isOn={project.snapToGrid} />
    </>
  );
}

/** The current zoom level, with a menu of others. */
function ZoomMenu({ children }: { children: ReactNode }) {
  const view = useSnapshot(canvasView) as typeof canvasView;
  const { projectId } = useSnapshot(studio);
  const zoomed = zoomedOf(view, projectId);
  const percent = Math.round((zoomed?.scale ?? view.fit?.scale ?? 1) * 100);
  return (
    <Menu
      label={`Zoom, ${percent}%`}
      icon={
        <>
          {view.isHand && <Hand aria-hidden="true" />}
          <span className="numbers">{percent}%</span>
        </>
      }
    >
      <ActionItem action={zoomToFit} isOn={!zoomed} />
      {sizes.map((size) => (
        <Item
          key={size}
          words={`${size}%`}
          isOn={zoomed !== undefined && percent === size}
          onClick={() => zoomTo(size / 100)}
        />
      ))}
      <hr className="canvas-menu-line" />
      <ActionItem action={zoomIn} />
      <ActionItem action={zoomOut} />
      <ActionItem action={toggleHand} held={['space']} isOn={view.isHand} />
      {children}
    </Menu>
  );
}

interface ActionItemProps {
  action: Action;
  /** A key that has the same effect while it is down. */
  held?: readonly [string];
  /** Whether the option is active; omitted for plain actions. */
  isOn?: boolean;
}

function ActionItem({ action, held, ...state }: ActionItemProps) {
  const { label, icon: Icon } = faceOf(action, currentContext());
  const shown = held ? { keys: held } : action;
  return (
    <Item
      {...state}
      icon={Icon && <Icon />}
      words={label}
      hint={keyHint(shown)}
      keys={ariaKeys(shown)}
      onClick={() => action.run?.(currentContext())}
    />
  );
}

interface ItemProps {
  icon?: ReactNode;
  words: string;
  /** Keys as on the keyboard. */
  hint?: string | undefined;
  /** Keys as in `aria-keyshortcuts`. */
  keys?: string | undefined;
  isOn?: boolean;
  onClick: () => void;
}

function Item({ icon, words, hint, keys, isOn, onClick }: ItemProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      aria-keyshortcuts={keys}
      onClick={() => {
        onClick();
        // The menu closes; further keys go to the canvas.
        focusOn('main');
      }}
    >
      {isOn ? <Check aria-hidden="true" /> : (icon ?? <span className="canvas-menu-gap" />)}
      {words}
      {hint !== undefined && (
        <span className="canvas-menu-keys" aria-hidden="true">
          {hint}
        </span>
      )}
    </button>
  );
}
