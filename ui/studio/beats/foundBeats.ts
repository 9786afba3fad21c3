import { proxy } from 'valtio/vanilla';

/** The beats that are shown, seconds of each file, by `audioKey`. They are looked for when somebody asks, and not kept. */
export const foundBeats = proxy<Record<string, readonly number[]>>({});
