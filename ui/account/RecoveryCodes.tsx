import { Copy, Download } from 'lucide-react';
import { copyNoted } from '../components/copyNoted.ts';
import { saveBlob } from '../components/saveFile.ts';
import { focusOn } from './Reveal.tsx';

/** Recovery codes, shown only once. @param props.onDone closes them. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = codes.join('\n');
  return (
    <div className="my-steps">
      <h3 tabIndex={-1} ref={focusOn}>
        Save your recovery codes
      </h3>
      <p className="soft">
        If you lose your phone, use one of these codes to sign in. Each works once. Store them somewhere else: they are
        not shown again.
      </p>
      <ul className="my-codes" aria-label="Recovery codes" translate="no">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="account-actions">
        <button type="button" className="button plain" onClick={() => void copyNoted(text, 'Recovery codes copied.')}>
          <Copy aria-hidden="true" />
          Copy
        </button>
        <button
          type="button"
          className="button plain"
          onClick={() => saveBlob('cutroom-recovery-codes.txt', new Blob([`${text}\n`], { type: 'text/plain' }))}
        >
          <Download aria-hidden="true" />
          Download
        </button>
        <button type="button" className="button primary" onClick={onDone}>
          I saved my codes
        </button>
      </div>
    </div>
  );
}
