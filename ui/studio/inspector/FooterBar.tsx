import { ArrowLeft } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import type { FocusTarget } from '../../app/focus.ts';
import { useHasDocks } from '../../kit/hooks.ts';
import { type Action, type ActionContext, faceOf } from '../actions/action.ts';
import { ariaKeys, tooltip } from '../actions/keyLabels.ts';
import { FooterButton } from '../controls/FooterButton.tsx';
import { leaveLayer } from '../state/go.ts';

interface Props {
  /** Accessible name of the toolbar. */
  label: string;
  /** Fixed at the left; does not scroll. */
  lead?: ReactNode;
  /** Fixed at the right; does not scroll. */
  tail?: ReactNode;
  children: ReactNode;
}

/**
 * The toolbar below the canvas. It scrolls horizontally, also by wheel; a fade and an arrow indicate more content.
 * Arrow keys move between controls, in addition to Tab.
 */
export function FooterBar({ label, lead, tail, children }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  useSideways(scroller);
  return (
    <footer className="studio-footer">
      <div className="footer-bar" role="toolbar" aria-label={label} onKeyDown={goAlong} onMouseDown={keepWriting}>
        {lead}
        <div className="grow footer-scroller" ref={scroller}>
          <div className="footer-items">{children}</div>
        </div>
        <span className="footer-more" />
        {tail}
      </div>
    </footer>
  );
}

/** Controls that belong together, separated from other groups by a thin line. */
export function FooterGroup({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <fieldset className="row footer-group" aria-label={label}>
      {children}
    </fieldset>
  );
}

/** Controls that are in the inspector where there is room for it. */
export function WithoutInspector({ children }: { children: ReactNode }) {
  return useHasDocks() ? null : children;
}

/** Lets the wheel scroll horizontally, and marks the ends with more content for the stylesheet. */
function useSideways(place: React.RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const mark = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element;
      element.toggleAttribute('data-more-before', scrollLeft > 1);
      element.toggleAttribute('data-more-after', scrollLeft < scrollWidth - clientWidth - 1);
    };
    const turn = (event: WheelEvent) => {
      if (event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
      if (element.scrollWidth <= element.clientWidth) return;
      event.preventDefault();
      // A mouse may report lines or pages.
      element.scrollLeft += event.deltaY * ([1, 40, element.clientWidth][event.deltaMode] ?? 1);
    };
    const sizes = new ResizeObserver(mark);
    sizes.observe(element);
    if (element.firstElementChild) sizes.observe(element.firstElementChild);
    element.addEventListener('scroll', mark, { passive: true });
    // Not passive, unlike React's handlers: the page must not scroll or zoom.
    element.addEventListener('wheel', turn, { passive: false });
    mark();
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', mark);
      element.removeEventListener('wheel', turn);
    };
  }, [place]);
}

/** Keeps the cursor in the text being edited on the canvas when a control is pressed. */
function keepWriting(event: React.MouseEvent): void {
  const isWriting = document.activeElement instanceof HTMLTextAreaElement;
  if (isWriting && !(event.target instanceof HTMLInputElement)) event.preventDefault();
}

/** Handles arrow keys, Home and End in a toolbar focused by Tab. A click leaves the focus on the canvas. */
function goAlong(event: KeyboardEvent<HTMLElement>): void {
  const from = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey || from.matches('input')) return;
  const controls = [...event.currentTarget.querySelectorAll<HTMLElement>('button, a[href], input')];
  const at = controls.indexOf(from);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: controls.length - 1 }[event.key];
  if (to === undefined || at < 0) return;
  event.preventDefault();
  event.stopPropagation();
  controls[Math.min(controls.length - 1, Math.max(0, to))]?.focus();
}

/** Deselects the layer and goes back to the editor. */
export function BackButton() {
  return <FooterButton className="footer-back" label="Back" icon={<ArrowLeft />} onClick={() => leaveLayer()} />;
}

interface DoneFooterProps {
  onDone: () => void;
  /** Whether the header's DONE, which starts the render, remains the primary button. */
  isSecond?: boolean;
}

/** A footer with only a Done button, as for the timeline and animations. */
export function DoneFooter({ onDone, isSecond = false }: DoneFooterProps) {
  return (
    <footer className="studio-footer is-slim">
      <button type="button" className={`button large ${isSecond ? 'plain' : 'primary'}`} onClick={onDone}>
        Done
      </button>
    </footer>
  );
}

interface FooterActionProps {
  action: Action;
  context: ActionContext;
  /** State of a toggle. */
  pressed?: boolean;
  /** Accessible name, if the label is not enough. */
  name?: string;
  className?: string;
  target?: FocusTarget;
}

/** A footer control of an action. The tooltip shows its keys. */
export function FooterAction({ action, context, ...rest }: FooterActionProps) {
  const { label, icon: Icon } = faceOf(action, context);
  return (
    <FooterButton
      {...rest}
      label={label}
      icon={Icon && <Icon />}
      title={action.keys && tooltip(action, label)}
      keys={ariaKeys(action)}
      disabled={action.isOff?.(context)}
      onClick={() => void action.run?.(context)}
    />
  );
}
