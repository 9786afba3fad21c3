import { DoneFooter } from '../footer/DoneFooter.tsx';
import { leaveAnimate } from './leaveAnimate.ts';

/** The footer of the animations: only Done. */
export function AnimateFooter() {
  return <DoneFooter isSecond onDone={leaveAnimate} />;
}
