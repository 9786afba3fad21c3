import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { subscribeKey } from 'valtio/vanilla/utils';
import { navigate } from 'wouter/use-browser-location';
import type { Account, SessionRecord, StorageUsed, TokenRecord } from '../../api/contract/account.ts';
import type { TwoFactorState } from '../../api/contract/twoFactor.ts';
import { ProgressBar } from '../components/ProgressBar.tsx';
import { useTitle } from '../components/useTitle.ts';
import { countInWords, sizeInWords } from '../components/words.ts';
import { RenderShelf } from '../pages/home/RenderShelf.tsx';
import { setSignInStatus } from '../state/account.ts';
import { showFailure } from '../state/notices.ts';
import { owner } from '../state/owner.ts';
import { server } from '../state/server.ts';
import { own } from '../texts/t.ts';
import { AccountForm } from './AccountForm.tsx';
import { accountCalls } from './accountCalls.ts';
import { ConfirmNotice, EmailPart } from './EmailPart.tsx';
import { accountFields } from './fields.ts';
import { clearBrowserAndRedirect, signOutNow, signOutWhenSynced, staying } from './leaving.ts';
import { MyProjects } from './MyProjects.tsx';
import { readProjects } from './myProjects.ts';
import { Part } from './Part.tsx';
import { PasswordFirst } from './PasswordFirst.tsx';
import { Quotas } from './Quotas.tsx';
import { Cancel, Reveal } from './Reveal.tsx';
import { Sessions } from './Sessions.tsx';
import { SetPassword } from './SetPassword.tsx';
import { Tokens } from './Tokens.tsx';
import { TwoFactor } from './TwoFactor.tsx';
import { Webhooks } from './Webhooks.tsx';
import './account.css';

const { name, password, newPassword, revokeTokens } = accountFields;

/** Data of the page. */
interface Mine {
  user: Account;
  sendsEmail: boolean;
  storage: StorageUsed;
  tokens: readonly TokenRecord[];
  sessions: readonly SessionRecord[];
  twoFactor: TwoFactorState;
  /** When the webhook secret was created; null if there is none. */
  webhooksSince: string | null;
}

/** Account page: projects, renders, storage, name, password, API tokens and sign-out. */
export default function MyAccount() {
  const [mine, setMine] = useState<Mine | 'off'>();
  /** Number of times all tokens were revoked here; remounts their list. */
  const [revoked, setRevoked] = useState(0);
  const { reachable } = useSnapshot(server);
  useTitle('My account');
  useEffect(() => {
    // An unreachable server is reported elsewhere, and this request is repeated.
    const ask = () => void read().then(setMine, (error) => server.reachable && showFailure(error));
    ask();
    return subscribeKey(server, 'reachable', (there) => there && ask());
  }, []);
  if (!mine) return reachable ? <div className="my" aria-busy="true" /> : <Offline />;
  if (mine === 'off') return <NoAccounts />;
  const { user, sendsEmail, storage, tokens, sessions, webhooksSince } = mine;
  return (
    <div className="my">
      <header className="my-head">
        <div>
          <h1 tabIndex={-1}>{user.name ? own(user.name) : 'My account'}</h1>
          <p className="soft">
            {user.email}
            {user.hasSubscription && <span className="badge good">Subscription</span>}
          </p>
        </div>
        <button type="button" className="button plain" onClick={() => void signOutWhenSynced('signOut')}>
          Sign out
        </button>
      </header>
      <Staying />
      {sendsEmail && user.emailVerified === false && <ConfirmNotice email={user.email} />}
      <div className="card-columns">
        <div className="my-column">
          <MyProjects />
          <RenderShelf />
          <Storage storage={storage} />
          <Part title="Subscription">
            <p>{user.hasSubscription ? 'Active.' : 'None. Ask the operator of this server for one.'}</p>
          </Part>
        </div>
        <div className="my-column">
          <Part title="Profile">
            <AccountForm
              fields={[{ ...name, label: 'Display name', value: user.name }]}
              submit="Save"
              variant="plain"
              onSubmit={async ({ name: text = '' }) => {
                await (await accountCalls()).rename(text);
                setMine({ ...mine, user: { ...user, name: text.trim() } });
                return 'Name saved.';
              }}
            />
          </Part>
          <EmailPart
            user={user}
            hasPassword={mine.twoFactor.hasPassword}
            onChanged={(email) => setMine({ ...mine, user: { ...user, email, emailVerified: false } })}
          />
          <Part
            title="Password"
            lead={
              mine.twoFactor.hasPassword
                ? 'A new password signs you out everywhere else.'
                : 'No password yet. You need one to change the account.'
            }
          >
            {!mine.twoFactor.hasPassword && <SetPassword email={user.email} />}
            {mine.twoFactor.hasPassword && (
              <Reveal label="Change password">
                {(close) => (
                  <AccountForm
                    fields={[
                      { ...password, name: 'currentPassword', label: 'Current password' },
                      newPassword,
                      revokeTokens,
                    ]}
                    submit="Change password"
                    variant="plain"
                    onSubmit={async ({ currentPassword = '', newPassword: text = '', revokeTokens: revokes }) => {
                      const form = { currentPassword, newPassword: text, revokeTokens: revokes === 'on' };
                      await (await accountCalls()).changePassword(form);
                      if (form.revokeTokens) setRevoked((count) => count + 1);
                      close('Password changed.');
                    }}
                  >
                    <Cancel onCancel={close} />
                  </AccountForm>
                )}
              </Reveal>
            )}
          </Part>
          <TwoFactor first={mine.twoFactor} />
          <Part title="Where you’re signed in" lead="Signing out leaves tokens valid.">
            <Sessions first={sessions} />
          </Part>
          <Part title="Tokens" lead="Tokens let scripts act for you. `cutroom login` stores one for the command line.">
            <Tokens key={revoked} first={revoked > 0 ? [] : tokens} />
          </Part>
          <Part
            title="Webhooks"
            lead="Webhooks notify your program when a video is done. They are signed with this secret."
          >
            <Webhooks first={webhooksSince} />
          </Part>
          <Part title="Delete the account" lead="Permanently deletes all videos, projects and uploads.">
            {mine.twoFactor.hasPassword ? (
              <Reveal label="Delete the account" isDanger>
                {(close) => (
                  <AccountForm
                    fields={[password]}
                    submit="Delete the account"
                    variant="plain is-danger"
                    onSubmit={async ({ password: text = '' }) => {
                      await (await accountCalls()).leave(text);
                      await clearBrowserAndRedirect('all');
                    }}
                  >
                    <Cancel onCancel={close} />
                  </AccountForm>
                )}
              </Reveal>
            ) : (
              <PasswordFirst />
            )}
          </Part>
        </div>
      </div>
    </div>
  );
}

/** What is available without the server. */
function Offline() {
  return (
    <div className="my">
      <header className="my-head">
        <h1 tabIndex={-1}>My account</h1>
      </header>
      {owner !== '' && <MyProjects />}
    </div>
  );
}

/** Shown if the operator has disabled accounts. */
function NoAccounts() {
  return (
    <div className="my">
      <header className="my-head">
        <div>
          <h1 tabIndex={-1}>My account</h1>
          <p className="soft">This server has no accounts. Your work is saved in this browser.</p>
        </div>
      </header>
      <RenderShelf />
    </div>
  );
}

/** Loads everything at once, so that nothing moves later. */
async function read(): Promise<Mine | 'off' | undefined> {
  const calls = await accountCalls();
  const { accounts, sendsEmail = false, user } = await calls.me();
  setSignInStatus(accounts ? (user ? 'in' : 'out') : 'off');
  if (!accounts) return 'off';
  if (!user) return void navigate('/sign-in', { replace: true });
  const asked = [
    ...([calls.storage(), calls.tokens(), calls.sessions(), calls.twoFactor()] as const),
    ...([calls.webhookSecret(), readProjects()] as const),
  ] as const;
  const [storage, tokens, sessions, twoFactor, { madeAt: webhooksSince }] = await Promise.all(asked);
  return { user, sendsEmail, storage, tokens, sessions, twoFactor, webhooksSince };
}

/** Confirmation before a sign-out that would hide work that is not on the server. */
function Staying() {
  const { unsent, call } = useSnapshot(staying);
  if (!call) return null;
  return (
    <section className="panel my-part my-staying" aria-label="Some work is not on the server yet" role="alert">
      <h2>Some work is not on the server yet</h2>
      <p>
        {unsent.map(({ name }) => own(name)).join(', ')}: only in this browser. If you sign out, it stays here, hidden
        from others, and moves to your account when you sign in again.
      </p>
      <div className="account-actions">
        <button type="button" className="button plain" onClick={() => void signOutNow()}>
          Sign out anyway
        </button>
        <button type="button" className="button quiet" onClick={() => Object.assign(staying, { call: undefined })}>
          Stay
        </button>
      </div>
    </section>
  );
}

function Storage({ storage: { videos, projects, kit, uploads, quota } }: { storage: StorageUsed }) {
  return (
    <Part title="Storage">
      <ul className="my-amounts">
        <li>
          <span>{countInWords(videos.count, 'video')}</span>
          <span className="soft numbers">{sizeInWords(videos.bytes)}</span>
        </li>
        <li>
          <span>{`${countInWords(projects.count, 'project')} with versions`}</span>
          <span className="soft numbers">{sizeInWords(projects.bytes)}</span>
        </li>
        {kit && (
          <li>
            <span>{countInWords(kit.count, 'template or brand item', 'templates and brand items')}</span>
            <span className="soft numbers">{sizeInWords(kit.bytes)}</span>
          </li>
        )}
        <li>
          <span>{countInWords(uploads.count, 'upload')}</span>
          <span className="soft numbers">
            {uploads.limit === null
              ? sizeInWords(uploads.bytes)
              : `${sizeInWords(uploads.bytes)} of ${sizeInWords(uploads.limit)} used`}
          </span>
        </li>
      </ul>
      {uploads.limit !== null && (
        <ProgressBar thin value={Math.min(1, uploads.bytes / uploads.limit)} label="Storage used by uploads" />
      )}
      {quota && <Quotas quota={quota} />}
    </Part>
  );
}
