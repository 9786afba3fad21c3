import { DoneFooter } from '../footer/DoneFooter.tsx';
import { leaveAnimate } from './leaveAnimate.ts';

export function AnimateFooter() {
  return <DoneFooter isSecond onDone={leaveAnimate} />;
}
