import type { MediaHandle, MediaPool } from '../../../engine/browser/media/mediaPool.ts';
import type { Clock, ClockOptions } from '../../../engine/browser/playbackClock.ts';
import { createPlayer } from '../../../engine/browser/player/clockedPlayer.ts';
import type { PlayerOptions } from '../../../engine/browser/player/player.ts';
import type { Project } from '../../../engine/project/project.ts';

/** A clock that a test advances. */
export function handClock() {
  let now = 1000;
  let tick: ClockOptions['tick'] | undefined;
  let isAwake = false;
  return {
    now: () => now,
    clock: (options: ClockOptions): Clock => {
      tick = options.tick;
      return {
        wake: () => {
          isAwake = true;
        },
        stop: () => {
          isAwake = false;
        },
      };
    },
    get isAwake() {
      return isAwake;
    },
    /** Advances by milliseconds, with a tick every `step`. */
    pass(milliseconds: number, step = 30) {
      for (let left = milliseconds; left > 0; left -= step) {
        now += Math.min(step, left);
        if (isAwake) isAwake = tick?.(now) ?? false;
      }
    },
  };
}

/** A pool whose videos are available, late or missing, as the test decides. */
export function fakePool(
  hasFutureData: (url: string) => boolean = () => true,
  isMissing: (url: string) => boolean = () => false,
) {
  const open = new Map<string, { time: number; rate: number }>();
  /** How often any file was moved to a time. */
  const counts = { follows: 0 };
  const pool: MediaPool = {
    acquire(url, kind, _, owner = '') {
      const key = `${owner} ${url}`;
      open.set(key, { time: Number.NaN, rate: 0 });
      const handle: Pick<MediaHandle, 'url' | 'kind' | 'state' | 'hasFutureData' | 'follow' | 'release'> = {
        url,
        kind,
        get state() {
          return isMissing(url) ? 'failed' : 'ready';
        },
        get hasFutureData() {
          return isMissing(url) || hasFutureData(url);
        },
        follow: (time, rate) => {
          counts.follows += 1;
          open.set(key, { time, rate });
        },
        release: () => open.delete(key),
      };
      return handle as MediaHandle;
    },
    refresh: () => {},
    get size() {
      return open.size;
    },
    dispose: () => open.clear(),
  };
  return { pool, open, counts };
}

/** Opens a player of a project with its own clock. */
export function openPlayer(project: Project, more: Partial<PlayerOptions> & { media?: MediaPool } = {}) {
  const bench = handClock();
  const { media, ...options } = more;
  const player = createPlayer({ now: bench.now, clock: bench.clock, ...options });
  player.setProject(project);
  if (media) player.showOn(media);
  return { player, bench };
}
