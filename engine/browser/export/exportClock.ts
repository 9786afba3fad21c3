import type { Clock, ClockOptions } from '../playbackClock.ts';

/** Creates a clock for exports that ticks immediately, even in hidden tabs. */
export function createExportClock({ tick }: ClockOptions): Clock {
  let channel: MessageChannel | undefined;
  let isAwake = false;
  const wake = (): void => {
    if (isAwake) return;
    isAwake = true;
    channel ??= openChannel();
    channel.port2.postMessage(undefined);
  };
  const openChannel = (): MessageChannel => {
    const opened = new MessageChannel();
    opened.port1.onmessage = () => {
      if (!isAwake) return;
      isAwake = false;
      if (tick(performance.now())) wake();
    };
    return opened;
  };
  return {
    wake,
    stop: () => {
      isAwake = false;
      // Browsers keep an open channel alive, with everything that its listener references.
      channel?.port1.close();
      channel?.port2.close();
      channel = undefined;
    },
  };
}
