import type { ref } from 'valtio/vanilla';

/** A value in a valtio store that is not proxied (see `ref`): it is replaced as a whole, never mutated. */
export type Unproxied<T extends object> = ReturnType<typeof ref<T>>;
