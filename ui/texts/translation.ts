import { catalogue, unmarked } from './catalogue.ts';
import { childrenIn } from './children.ts';
import type { Props, Translation } from './t.ts';

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
