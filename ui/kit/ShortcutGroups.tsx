import { Fragment } from 'react';
import { isMac, keyWords } from './keyWords.ts';
import './style/dialogs.css';

/** A group in the list of shortcuts. */
export interface SheetGroup {
  title: string;
  /** Keys in the syntax of `Shortcut`, such as "mod+enter". */
  rows: readonly { keys: readonly string[]; words: string }[];
}

/** Keys and their actions, in groups. */
export function ShortcutGroups({ groups }: { groups: readonly SheetGroup[] }) {
  const mac = isMac();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: nothing else in the sheet takes the focus, and it scrolls.
    <div className="shortcut-groups" tabIndex={0}>
      {groups.map(({ title, rows }) => (
        <section key={title} aria-labelledby={idOf(title)}>
          <h3 id={idOf(title)}>{title}</h3>
          <dl>
            {rows.map((row) => (
              <ShortcutRow key={row.keys.join()} row={row} mac={mac} />
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

function ShortcutRow({ row: { keys, words }, mac }: { row: SheetGroup['rows'][number]; mac: boolean }) {
  return (
    <div className="stack-2 shortcut">
      <dt>{words}</dt>
      <dd>
        {keys.map((combination, index) => (
          <Fragment key={combination}>
            {index > 0 && <span className="soft">or</span>}
            <span className="shortcut-keys">
              {keyWords(combination, mac).map((word) => (
                <kbd key={word}>{word}</kbd>
              ))}
            </span>
          </Fragment>
        ))}
      </dd>
    </div>
  );
}
