import { proxy } from 'valtio/vanilla';

/** Whether a click on a layer toggles it in the selection: multiple selection by touch. */
export const picking = proxy({ isOn: false });
