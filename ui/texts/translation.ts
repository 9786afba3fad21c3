import { catalogue, unmarked } from './catalogue.ts';
import { childrenIn } from './children.ts';
import type { Props, Translation } from './t.ts';

/** The attributes that people read or hear. */
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

/** Elements whose text is no sentence. */
const verbatim = new Set(['code', 'pre', 'script', 'style', 'textarea']);

/**
 * Makes elements speak another language.
 * @param locale BCP 47. @param sentences English sentences, holes as {0}, {1} …, and what stands for them
 */
export function translation(locale: string, sentences: Readonly<Record<string, string>>): Translation {
  const sentence = catalogue(sentences);
  return { locale, sentence, props: (type, props) => translatedProps(type, props, sentence) };
}

function translatedProps(type: unknown, props: Props, sentence: (text: string) => string): Props {
  const changed: Record<string, unknown> = {};
  // What a component gets it may use otherwise than showing it; its elements are asked for in their turn. Those of the
  // libraries that pass on a reference, such as links, make theirs elsewhere.
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
    // An option without a value means its text, which is not for people then.
    if (type === 'option' && props.value === undefined) changed.value = children;
  } else if (Array.isArray(children)) changed.children = childrenIn(children, sentence);
  return { ...props, ...changed };
}

function isForward(type: unknown): boolean {
  return typeof type === 'object' && (type as { $$typeof?: symbol }).$$typeof === Symbol.for('react.forward_ref');
}
