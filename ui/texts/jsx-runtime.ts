// Every element of the interface is made here, so this is where its texts are put into another language: the sources
// hold plain English, and no sentence can be forgotten. What people wrote themselves stands in elements with
// `translate="no"`, as browsers that translate pages want it, too.

import * as react from 'react/jsx-runtime';
import { type Props, translated } from './t.ts';

export type { JSX } from 'react/jsx-runtime';
export const { Fragment } = react;

type Make = (type: never, props: Props, key?: string) => react.JSX.Element;
const make = react.jsx as Make;

/** An element, as React's own function of this name makes it, in the language of the page. */
export const jsx: Make = (type, props, key) => make(type, translated(type, props), key);

/** The same with several children: there is no difference outside of development. */
export const jsxs = jsx;
