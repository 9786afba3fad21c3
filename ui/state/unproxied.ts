import type { ref } from 'valtio/vanilla';

/** A value that the state holds as it is: never changed from inside, only replaced as a whole. Made by valtio's ref. */
export type Unproxied<T extends object> = ReturnType<typeof ref<T>>;
