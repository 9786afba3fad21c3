import type { Clock, ClockOptions } from '../clock.ts';

/** Makes a clock that ticks as soon as it is asked to, also while the page is out of sight: for exports. */
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
      // Browsers keep an open channel, and with it all that its listener holds.
      channel?.port1.close();
      channel?.port2.close();
      channel = undefined;
    },
  };
}
