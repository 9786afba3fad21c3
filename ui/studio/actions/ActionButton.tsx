import { IconButton } from '../../kit/IconButton.tsx';
import { type Action, type ActionContext, faceOf } from './action.ts';
import { ariaKeys, tooltip } from './keyLabels.ts';

interface Props {
  action: Action;
  context: ActionContext;
  /** Accessible name by label, for buttons that are repeated in a list. */
  nameOf?: (label: string) => string;
  /** Another label than that of the action. */
  label?: string;
  /** Whether the icon shows the present state, such as a closed lock, instead of what a click does. */
  showsState?: boolean;
  disabled?: boolean;
  /** Whether it has no effect now; default: `isOff` of the action. */
  isOff?: boolean;
  /** Replaces what the action does. */
  run?: (event: React.MouseEvent<HTMLElement>) => unknown;
}

/** A button with the icon of an action. Its tooltip shows the keys. */
export function ActionButton({ action, context, nameOf, showsState = false, disabled = false, ...rest }: Props) {
  const { title, keys, icon, whenOn } = action;
  const face = faceOf(action, context);
  const { label = face.label, isOff = action.isOff?.(context) ?? false, run = () => action.run?.(context) } = rest;
  const isOn = whenOn?.isOn(context) ?? false;
  const shown = showsState ? (isOn ? icon : (whenOn?.icon ?? icon)) : face.icon;
  if (!shown) return null;
  return (
    <IconButton
      icon={shown}
      label={nameOf?.(label) ?? label}
      title={!nameOf && !keys ? title : tooltip(action, label)}
      keys={ariaKeys(action)}
      isOn={showsState && isOn}
      disabled={disabled}
      aria-disabled={isOff}
      onClick={run}
    />
  );
}
