// JSX runtime of component tests.

import * as react from 'react/jsx-dev-runtime';
import { type Props, translated } from '../client/page/t.ts';

export type { JSX } from 'react/jsx-dev-runtime';
export const { Fragment } = react;

type Make = (type: never, props: Props, ...rest: readonly unknown[]) => react.JSX.Element;

/** Creates an element like React's function of the same name, translated to the page's language. */
export const jsxDEV: Make = (type, props, ...rest) => (react.jsxDEV as Make)(type, translated(type, props), ...rest);
