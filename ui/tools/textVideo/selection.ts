import { proxy } from 'valtio/vanilla';

/** Id of the selected text among those with their own position. */
export const selection = proxy({ id: '' });
