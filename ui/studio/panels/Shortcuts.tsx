import { Fragment } from 'react';
import { isMac, keyWords } from '../shortcuts/keyWords.ts';
import { type Shortcut, shortcutGroups, shortcuts } from '../shortcuts/shortcuts.ts';

/** Route shortcuts: every key that the Studio listens to. */
export default function Shortcuts() {
  const mac = isMac();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: nothing else in the sheet takes the focus, and it scrolls.
    <div className="shortcut-groups" tabIndex={0}>
      {shortcutGroups.map((group) => (
        <section key={group} aria-labelledby={`shortcuts-${group}`}>
          <h3 id={`shortcuts-${group}`}>{group}</h3>
          <dl>
            {shortcuts
              .filter((shortcut) => shortcut.group === group)
              .map((shortcut) => (
                <ShortcutRow key={shortcut.words} shortcut={shortcut} mac={mac} />
              ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

function ShortcutRow({ shortcut: { keys, words }, mac }: { shortcut: Shortcut; mac: boolean }) {
  return (
    <div className="shortcut">
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
