/** Tables whose rows are work besides renders and webhooks. */
export const workTables = ['conversions', 'transcriptions', 'derivations'] as const;
/** Name of such a table. */
export type WorkTable = (typeof workTables)[number];

/** What distinguishes a kind of background work. */
interface KindSettings {
  /** Kinds of one lane share its slots. */
  lane: LaneName;
  /** Table whose rows say what is wanted and what came of it; undefined: the job says it. */
  table?: 'videos' | 'segments' | 'webhooks' | WorkTable;
  /**
   * The order of its jobs. turns: a party's next job waits behind its own earlier ones (turns.ts); age: first come,
   * first served.
   */
  fairness: 'turns' | 'age';
  /** Most queued and running requests of a party; undefined: other limits apply. */
  mostOpen?: number;
  /**
   * Tries of the queue, with growing delays in seconds; undefined: the row decides whether its work gets another job
   * after a failure.
   */
  retries?: { retryLimit: number; retryDelay: number; retryDelayMax: number };
  /**
   * Seconds after which the queue fails a running job, deletes a waiting one, and deletes an ended one, in this order.
   * Default: see byDefault.
   */
  expires?: { expireInSeconds: number; retentionSeconds: number; deleteAfterSeconds: number };
}

/** Slots of a process that jobs run in. */
interface LaneSettings {
  /** Processes that have it: those that render, or those that serve pages. */
  place: 'worker' | 'web';
  /** Concurrent jobs; "workers": the number of concurrent renders, CUTROOM_WORKERS. */
  slots: number | 'workers';
  /** Of those, slots of one group, see jobOf in webhookStore.ts; default: all. */
  slotsPerGroup?: number;
}

type LaneName = keyof typeof lanes;

/** Lanes of a process. A receiver of webhooks that does not answer must not delay others. */
const lanes = {
  render: { place: 'worker', slots: 'workers' },
  conversion: { place: 'worker', slots: 1 },
  transcription: { place: 'worker', slots: 1 },
  derivation: { place: 'worker', slots: 1 },
  proxy: { place: 'worker', slots: 1 },
  webhook: { place: 'web', slots: 32, slotsPerGroup: 4 },
  email: { place: 'web', slots: 4 },
} as const satisfies Record<string, LaneSettings>;

const [hour, day] = [3600, 24 * 3600];
// Expiry is a last resort, for live work that never ends: a sweep then treats it as dead.
const byDefault = { expireInSeconds: 23 * hour, retentionSeconds: 365 * day, deleteAfterSeconds: hour };

/**
 * All kinds of background work; each has a queue of its name. How a kind is claimed, done and failed is a WorkKind, see
 * kindsOf in service/service.ts.
 */
export const kinds = {
  /** Joins the segments of a video. Failure: fails the video. */
  join: { lane: 'render', table: 'videos', fairness: 'turns' },
  /** Renders a segment of a video. Failure: fails the video. */
  segment: { lane: 'render', table: 'segments', fairness: 'turns' },
  /** Plans a video; renders it, or shares its segments. Failure: fails the video. */
  plan: { lane: 'render', table: 'videos', fairness: 'turns', mostOpen: 200 },
  /** Converts a GIF to a video. Failure: fails the conversion. */
  conversion: { lane: 'conversion', table: 'conversions', fairness: 'turns', mostOpen: 20 },
  /** Transcribes speech to subtitles. Failure: fails the transcription. */
  transcription: { lane: 'transcription', table: 'transcriptions', fairness: 'turns', mostOpen: 20 },
  /** Creates a file for previews of an upload. Failure: fails it until it is requested later. */
  derivation: { lane: 'derivation', table: 'derivations', fairness: 'turns' },
  /** The same for a proxy, which takes minutes. */
  proxy: { lane: 'proxy', table: 'derivations', fairness: 'turns' },
  /** Notifies another server of a video's end. Failure: tries again as webhooks/outcome.ts says. */
  webhook: { lane: 'webhook', table: 'webhooks', fairness: 'age' },
  /** Sends an email of an account, for about two hours. Failure: logs it. */
  email: {
    ...{ lane: 'email', fairness: 'age', retries: { retryLimit: 16, retryDelay: 5, retryDelayMax: 900 } },
    // Its jobs contain addresses, so they are deleted early.
    expires: { expireInSeconds: hour / 4, retentionSeconds: day, deleteAfterSeconds: 60 },
  },
} as const satisfies Record<string, KindSettings>;

/** Name of a kind, and of its queue. */
export type QueueName = keyof typeof kinds;
/** All queues. */
export const queueNames = Object.keys(kinds) as readonly QueueName[];
/** The queues of a render. */
export const renderQueues = queuesOf('render');
/** Kinds besides renders whose rows say what is wanted. */
export type SideQueue = Exclude<QueueName, 'join' | 'segment' | 'plan' | 'email'>;

function queuesOf(lane: LaneName): readonly QueueName[] {
  return queueNames.filter((name) => kinds[name].lane === lane);
}

/** Returns the queues that share slots with a queue, itself included. */
export function queuesBeside(name: QueueName): readonly QueueName[] {
  return queuesOf(kinds[name].lane);
}

/** Returns the settings of a kind, with defaults. */
export function settingsOf(name: QueueName): KindSettings & { expires: typeof byDefault } {
  return { expires: byDefault, ...kinds[name] };
}

/** A lane of a running process. */
export interface Lane extends Pick<LaneSettings, 'slotsPerGroup'> {
  queues: readonly QueueName[];
  slots: number;
}

/**
 * Returns the lanes of a process.
 * @param workers concurrent renders; 0: no lane of place "worker". @param web lanes of place "web" to include.
 */
export function lanesOf(workers: number, web: readonly LaneName[]): Lane[] {
  const names = Object.keys(lanes) as LaneName[];
  return names
    .filter((name) => (lanes[name].place === 'worker' ? workers > 0 : web.includes(name)))
    .map((name) => {
      const { slots, slotsPerGroup }: LaneSettings = lanes[name];
      const limit = slotsPerGroup === undefined ? {} : { slotsPerGroup };
      return { queues: queuesOf(name), slots: slots === 'workers' ? workers : slots, ...limit };
    });
}
