import { customAlphabet } from 'nanoid';

/** A new id for a scene, layer or audio track: 12 letters and digits, 71 bits. */
export const newId = customAlphabet('0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', 12);

/** Makes ids; handed in where a test wants the same ids each time. */
export type MakeId = () => string;
