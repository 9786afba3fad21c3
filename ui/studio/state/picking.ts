import { proxy } from 'valtio/vanilla';

/** Whether each click on a layer adds it to what is selected, or takes it out: how a finger selects several. */
export const picking = proxy({ isOn: false });
