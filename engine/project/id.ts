import { customAlphabet } from 'nanoid';

/** Returns a new id for a scene, layer or audio track: 12 letters and digits, 71 bits. */
export const newId = customAlphabet('0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', 12);

/** Creates ids; tests pass a deterministic one. */
export type MakeId = () => string;
