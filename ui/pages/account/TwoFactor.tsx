import { Copy, Download } from 'lucide-react';
import encodeQR from 'qr';
import { useState } from 'react';
import type { TwoFactorSetup, TwoFactorState } from '../../../api/contract/twoFactor.ts';
import { accountCalls } from '../../client/account/accountCalls.ts';
import { copyNoted } from '../../client/page/copyText.ts';
import { saveBlob } from '../../client/page/saveFile.ts';
import { AccountForm } from './AccountForm.tsx';
import { accountFields } from './accountFields.ts';
import { Part, PasswordFirst } from './Part.tsx';
import { Cancel, focusOn, Reveal } from './Reveal.tsx';

const { password, code } = accountFields;

/** Two-factor authentication: set up in three steps, or turned off. */
export function TwoFactor({ first }: { first: TwoFactorState }) {
  const [state, setState] = useState(first);
  const [setup, setSetup] = useState<TwoFactorSetup>();
  const [codes, setCodes] = useState<readonly string[]>();
  const showCodes = (list: readonly string[]) => {
    setSetup(undefined);
    setCodes(list);
    setState({ ...state, isOn: true, recoveryCodesLeft: list.length });
  };
  const body = () => {
    if (codes) return <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />;
    if (setup)
      return (
        <ScanStep setup={setup} onCancel={() => setSetup(undefined)} onDone={() => showCodes(setup.recoveryCodes)} />
      );
    if (state.isOn)
      return (
        <TurnedOn
          left={state.recoveryCodesLeft}
          onCodes={showCodes}
          onOff={() => setState({ ...state, isOn: false, recoveryCodesLeft: 0 })}
        />
      );
    if (!state.hasPassword) return <PasswordFirst />;
    return (
      <Reveal label="Set up">
        {(close) => (
          <AccountForm
            fields={[password]}
            submit="Continue"
            variant="plain"
            onSubmit={async ({ password: text = '' }) => setSetup(await (await accountCalls()).setUpTwoFactor(text))}
          >
            <Cancel onCancel={close} />
          </AccountForm>
        )}
      </Reveal>
    );
  };
  return (
    <Part
      title="Two-factor authentication"
      lead="Signing in also requires a code from an app on your phone, so a stolen password is not enough."
    >
      {body()}
    </Part>
  );
}

interface ScanProps {
  setup: TwoFactorSetup;
  onCancel: () => void;
  onDone: () => void;
}

/** Transfers the secret to an app and verifies a first code. */
function ScanStep({ setup: { uri, secret }, onCancel, onDone }: ScanProps) {
  return (
    <div className="stack-2 my-steps">
      <h3 tabIndex={-1} ref={focusOn}>
        Scan this code with your authenticator app
      </h3>
      <div className="row wrap my-scan">
        <QrCode text={uri} label="QR code for your authenticator app" />
        <div>
          <p className="soft">Or enter this key by hand:</p>
          <code className="my-key">{(secret.match(/.{1,4}/g) ?? []).join(' ')}</code>
        </div>
      </div>
      <AccountForm
        fields={[{ ...code, label: 'Code from the app' }]}
        submit="Turn on"
        onSubmit={async ({ code: text = '' }) => {
          await (await accountCalls()).turnTwoFactorOn(text);
          onDone();
        }}
      >
        <Cancel onCancel={onCancel} />
      </AccountForm>
    </div>
  );
}

interface OnProps {
  left: number;
  onCodes: (codes: readonly string[]) => void;
  onOff: () => void;
}

function TurnedOn({ left, onCodes, onOff }: OnProps) {
  return (
    <>
      <p className="row wrap">
        <span className="badge good">On</span>
        <span className={left < 3 ? 'badge warn' : 'soft'}>
          {left === 1 ? '1 recovery code left' : `${left} recovery codes left`}
        </span>
      </p>
      <div className="wrap my-ways">
        <Reveal label="New recovery codes">
          {(close) => (
            <AccountForm
              fields={[password]}
              submit="Replace the codes"
              variant="plain"
              onSubmit={async ({ password: text = '' }) =>
                onCodes(await (await accountCalls()).renewRecoveryCodes(text))
              }
            >
              <Cancel onCancel={close} />
            </AccountForm>
          )}
        </Reveal>
        <Reveal label="Turn off" isDanger>
          {(close) => (
            <AccountForm
              fields={[password]}
              submit="Turn off"
              variant="plain is-danger"
              onSubmit={async ({ password: text = '' }) => {
                await (await accountCalls()).turnTwoFactorOff(text);
                onOff();
              }}
            >
              <Cancel onCancel={close} />
            </AccountForm>
          )}
        </Reveal>
      </div>
    </>
  );
}

/** Quiet zone in modules, which scanners require. */
const QUIET = 4;

/** A QR code, generated locally to keep its content private. Black on white in every theme, for scanners. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { border: QUIET });
  const size = rows.length;
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      className="card my-qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
      <path fill="#000" d={dark.join('')} />
    </svg>
  );
}

/** Recovery codes, shown only once. @param props.onDone closes them. */
function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = codes.join('\n');
  return (
    <div className="stack-2 my-steps">
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
      <div className="row wrap account-actions">
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
