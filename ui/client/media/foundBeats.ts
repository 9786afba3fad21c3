import { proxy } from 'valtio/vanilla';

/** Visible beats by URL, in seconds of the file. Detected on request and not saved. */
export const foundBeats = proxy<Record<string, readonly number[]>>({});
