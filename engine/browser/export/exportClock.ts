import type { Clock, ClockOptions } from '../clock.ts';

/** Makes a clock that ticks as soon as it is asked to, also while the page is out of sight: for exports. */
export function createExportClock({ tick }: ClockOptions): Clock {
  const { port1, port2 } = new MessageChannel();
  let isAwake = false;
  const wake = (): void => {
    if (isAwake) return;
    isAwake = true;
    port2.postMessage(undefined);
  };
  port1.onmessage = () => {
    if (!isAwake) return;
    isAwake = false;
    if (tick(performance.now())) wake();
  };
  return {
    wake,
    stop: () => {
      isAwake = false;
    },
  };
}
