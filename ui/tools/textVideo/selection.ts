import { proxy } from 'valtio/vanilla';

/** Which of the texts with a place of their own is worked on. */
export const selection = proxy({ id: '' });
