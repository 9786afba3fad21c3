// The tests of components make their elements by this one.

import * as react from 'react/jsx-dev-runtime';
import { type Props, translated } from './t.ts';

export type { JSX } from 'react/jsx-dev-runtime';
export const { Fragment } = react;

type Make = (type: never, props: Props, ...rest: readonly unknown[]) => react.JSX.Element;

/** An element, as React's own function of this name makes it, in the language of the page. */
export const jsxDEV: Make = (type, props, ...rest) => (react.jsxDEV as Make)(type, translated(type, props), ...rest);
