import { createElement, Fragment, type ReactNode } from 'react';
import type { Props, Translation } from '../client/page/t.ts';
import { catalogue, unmarked } from './catalogue.ts';

/** Attributes that people read or hear. */
const readable = [
  'title',
  'aria-label',
  'placeholder',
  'alt',
  'label',
  'aria-valuetext',
  'aria-description',
  'aria-roledescription',
];

/** Elements whose text is never translated. */
const verbatim = new Set(['code', 'pre', 'script', 'style', 'textarea']);

/**
 * Creates the translation for `speak`.
 * @param locale BCP 47. @param sentences English sentences, with placeholders {0}, {1} …, mapped to their translations
 */
export function translation(locale: string, sentences: Readonly<Record<string, string>>): Translation {
  const sentence = catalogue(sentences);
  return { locale, sentence, props: (type, props) => translatedProps(type, props, sentence) };
}

function translatedProps(type: unknown, props: Props, sentence: (text: string) => string): Props {
  const changed: Record<string, unknown> = {};
  // Props of a component may have another purpose than display; its elements are translated in turn. Library components
  // with forwarded refs, such as links, create their elements outside of this runtime.
  const isShown = typeof type === 'string' || isForward(type);
  if (isShown) {
    if (props.translate === 'no')
      return typeof props.children === 'string' ? { ...props, children: unmarked(props.children) } : props;
    for (const name of readable) {
      const text = props[name];
      if (typeof text === 'string') changed[name] = sentence(text);
    }
    if (verbatim.has(type as string) || props.contentEditable) return { ...props, ...changed };
  }
  const { children } = props;
  if (typeof children === 'string' && (isShown || typeof type === 'symbol')) {
    changed.children = sentence(children);
    // An option without a value uses its text as value, which must stay English.
    if (type === 'option' && props.value === undefined) changed.value = children;
  } else if (Array.isArray(children)) changed.children = childrenIn(children, sentence);
  return { ...props, ...changed };
}

function isForward(type: unknown): boolean {
  return typeof type === 'object' && (type as { $$typeof?: symbol }).$$typeof === Symbol.for('react.forward_ref');
}

/** Marks a child that is not text: one character of the private use area per child. */
const FIRST_SLOT = 0xe000;
const slots = /[\ue000-\uf8ff]/u;
const edges = /^([\s\ue000-\uf8ff]*)(.*?)([\s\ue000-\uf8ff]*)$/su;

/**
 * Translates children as one sentence: "Add <b>3</b> videos" is looked up as "Add {0} videos". Elements keep their
 * index wherever the word order allows it, so that React keeps their state. Texts that do not form a known sentence are
 * looked up one by one.
 */
function childrenIn(children: readonly ReactNode[], sentence: (text: string) => string): readonly ReactNode[] {
  if (!children.some((child) => typeof child === 'string')) return children;
  const text = children.map((child, index) => textOf(child, index)).join('');
  const next = sentenceWithin(text, sentence);
  if (next === unmarked(text)) return children.map((child) => (typeof child === 'string' ? sentence(child) : child));
  return inPlace(children, next) ?? reordered(children, next);
}

function textOf(child: ReactNode, index: number): string {
  if (typeof child === 'string' || typeof child === 'number') return String(child);
  return isEmpty(child) ? '' : String.fromCharCode(FIRST_SLOT + index);
}

function isEmpty(child: ReactNode): boolean {
  return child === null || child === undefined || typeof child === 'boolean';
}

/** An icon before a sentence is not part of it, but a value may be: tries both. */
function sentenceWithin(text: string, sentence: (text: string) => string): string {
  const [, before = '', middle = '', after = ''] = edges.exec(text) ?? [];
  const inner = sentence(middle);
  return inner === middle ? sentence(text) : before + inner + after;
}

/** Replaces the words between two elements. @returns undefined if the elements changed order */
function inPlace(children: readonly ReactNode[], text: string): ReactNode[] | undefined {
  const result: ReactNode[] = [];
  let rest = text;
  const before = (end: number): boolean => {
    const words = rest.slice(0, end);
    // Of the children since the previous element, the first text receives all words.
    let at = result.length;
    while (at > 0 && (typeof result[at - 1] === 'string' || isEmpty(result[at - 1]))) at -= 1;
    const first = result.findIndex((child, index) => index >= at && typeof child === 'string');
    if (first >= 0) result[first] = words;
    return first >= 0 || words === '';
  };
  for (const [index, child] of children.entries()) {
    if (typeof child === 'string' || typeof child === 'number') result.push('');
    else if (isEmpty(child)) result.push(child);
    else {
      const end = rest.search(slots);
      if (end < 0 || rest.charCodeAt(end) !== FIRST_SLOT + index || !before(end)) return undefined;
      rest = rest.slice(end + 1);
      result.push(child);
    }
  }
  return !slots.test(rest) && before(rest.length) ? result : undefined;
}

function reordered(children: readonly ReactNode[], text: string): ReactNode[] {
  return [...text.matchAll(/[\ue000-\uf8ff]|[^\ue000-\uf8ff]+/gu)].map(([part]) => {
    const index = part.charCodeAt(0) - FIRST_SLOT;
    return slots.test(part) ? createElement(Fragment, { key: index }, children[index]) : part;
  });
}
