// Every element of the interface is created here, so this is where texts are translated: the sources contain plain
// English, and no sentence can be forgotten. Elements with user content have `translate="no"`, which browser
// translation respects, too.

import * as react from 'react/jsx-runtime';
import { type Props, translated } from '../client/page/t.ts';

export type { JSX } from 'react/jsx-runtime';
export const { Fragment } = react;

type Make = (type: never, props: Props, key?: string) => react.JSX.Element;
const make = react.jsx as Make;

/** Creates an element like React's function of the same name, translated to the page's language. */
export const jsx: Make = (type, props, key) => make(type, translated(type, props), key);

/** The same for several children; they differ only in development. */
export const jsxs = jsx;
