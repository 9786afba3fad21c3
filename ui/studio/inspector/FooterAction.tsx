import type { FocusTarget } from '../../app/focus.ts';
import { type Action, type ActionContext, faceOf } from '../actions/action.ts';
import { ariaKeys, tooltip } from '../actions/hints.ts';
import { FooterButton } from '../controls/FooterButton.tsx';

interface Props {
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
export function FooterAction({ action, context, ...rest }: Props) {
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
