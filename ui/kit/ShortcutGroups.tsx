import { Fragment, type ReactNode } from 'react';
import { isMac, keyWords } from './keyWords.ts';
import './style/dialogs.css';

/** A group in the list of shortcuts. */
export interface SheetGroup {
  title: string;
  rows: readonly SheetRow[];
}

/** Keys and what they do. */
export interface SheetRow {
  /** In the syntax of `ActionEntry.keys`, such as "mod+enter". */
  keys: readonly string[];
  words: string;
  /** The action whose keys they are, if they can be changed. */
  actionId?: string;
}

interface Props {
  groups: readonly SheetGroup[];
  /** Renders the keys of a row that can be changed. */
  renderKeys?: (row: SheetRow) => ReactNode;
}

/** Keys and their actions, in groups. */
export function ShortcutGroups({ groups, renderKeys }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: nothing else in the sheet takes the focus, and it scrolls.
    <div className="shortcut-groups" tabIndex={0}>
      {groups.map(({ title, rows }) => (
        <section key={title} aria-labelledby={idOf(title)}>
          <h3 id={idOf(title)}>{title}</h3>
          <dl>
            {rows.map((row) => (
              <div key={`${row.words} ${row.keys}`} className="stack-2 shortcut">
                <dt>{row.words}</dt>
                <dd>{row.actionId !== undefined && renderKeys ? renderKeys(row) : <KeyLabels keys={row.keys} />}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

function idOf(title: string): string {
  return `shortcuts-${title.replaceAll(/\W+/g, '-')}`;
}

/** Combinations as on the keyboard. */
export function KeyLabels({ keys }: Pick<SheetRow, 'keys'>) {
  const mac = isMac();
  return keys.map((combination, index) => (
    <Fragment key={combination}>
      {/* Spaces separate the words for screen readers. */}
      {index > 0 && (
        <>
          {' '}
          <span className="soft">or</span>{' '}
        </>
      )}
      <span className="shortcut-keys">
        {keyWords(combination, mac).map((word, at) => (
          <Fragment key={word}>
            {at > 0 && ' '}
            <kbd>{word}</kbd>
          </Fragment>
        ))}
      </span>
    </Fragment>
  ));
}
