import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { subscribeKey } from 'valtio/vanilla/utils';
import { Link } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import type { Account, MadeToken, SessionRecord, StorageUsed, TokenRecord } from '../../../api/contract/account.ts';
import type { QuotaUse } from '../../../api/contract/quota.ts';
import type { TwoFactorState } from '../../../api/contract/twoFactor.ts';
import { setSignInStatus } from '../../client/account/account.ts';
import { accountCalls, noteEnded } from '../../client/account/accountCalls.ts';
import { clearBrowserAndRedirect, signOutNow, signOutWhenSynced, staying } from '../../client/account/leaving.ts';
import { showFailure } from '../../client/page/notices.ts';
import { owner } from '../../client/page/owner.ts';
import { server } from '../../client/page/server.ts';
import { own } from '../../client/page/t.ts';
import { useTitle } from '../../kit/hooks.ts';
import { ProgressBar } from '../../kit/progress.tsx';
import { agoInWords, countInWords, sizeInWords } from '../../kit/words.ts';
import { language } from '../../texts/language.ts';
import { RenderShelf } from '../home/RenderShelf.tsx';
import { AccountForm } from './AccountForm.tsx';
import { accountFields } from './accountFields.ts';
import { ConfirmNotice, EmailPart } from './EmailPart.tsx';
import { MyProjects } from './MyProjects.tsx';
import { readProjects } from './myProjects.ts';
import { CopiedOnce, Part, PasswordFirst } from './Part.tsx';
import { Cancel, Reveal } from './Reveal.tsx';
import { Sessions } from './Sessions.tsx';
import { TwoFactor } from './TwoFactor.tsx';
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
export function MyAccount() {
  const [mine, setMine] = useState<Mine | 'off'>();
  /** Number of times all tokens were revoked here; remounts their list. */
  const [revoked, setRevoked] = useState(0);
  const { reachable } = useSnapshot(server);
  useTitle('My account');
  useEffect(() => {
    // An unreachable server is reported elsewhere, and this request is repeated.
    const ask = () => void fetchAccount().then(setMine, (error) => server.reachable && showFailure(error));
    ask();
    return subscribeKey(server, 'reachable', (there) => there && ask());
  }, []);
  if (!mine) return reachable ? <div className="my" aria-busy="true" /> : <Offline />;
  if (mine === 'off') return <NoAccounts />;
  const { user, sendsEmail, storage, tokens, sessions, webhooksSince } = mine;
  return (
    <div className="my">
      <header className="row wrap split my-head">
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
      <div className="stack-3 card-columns">
        <div className="stack-3 my-column">
          <MyProjects />
          <RenderShelf />
          <Storage storage={storage} />
          <Part title="Subscription">
            <p>{user.hasSubscription ? 'Active.' : 'None. Ask the operator of this server for one.'}</p>
          </Part>
        </div>
        <div className="stack-3 my-column">
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
          <Part
            title="Tokens"
            lead="Tokens let scripts act for you. The command “cutroom login” stores one for the command line."
          >
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
                      await (await accountCalls()).deleteAccount(text);
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
      <header className="row wrap split my-head">
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
      <header className="row wrap split my-head">
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
async function fetchAccount(): Promise<Mine | 'off' | undefined> {
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
    <section className="stack-2 panel my-part my-staying" aria-label="Some work is not on the server yet" role="alert">
      <h2>Some work is not on the server yet</h2>
      <p>
        {unsent.map(({ name }) => own(name)).join(', ')}: only in this browser. If you sign out, it stays here, hidden
        from others, and moves to your account when you sign in again.
      </p>
      <div className="row wrap account-actions">
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
      <ul className="stack my-amounts">
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

/** Usage of each quota; omits those without a limit. */
function Quotas({ quota: { bytes, jobs, minutesPerDay, minutesPerMonth } }: { quota: QuotaUse }) {
  return (
    <>
      <Quota use={bytes} label="Total storage">
        {`${sizeInWords(bytes.used)} of ${sizeInWords(bytes.limit ?? 0)} total storage`}
      </Quota>
      <Quota use={jobs} label="Waiting videos">
        {`${jobs.used} of ${jobs.limit} videos waiting`}
      </Quota>
      <Quota use={minutesPerDay} label="Rendered today">
        {`${minutesInWords(minutesPerDay.used)} of ${minutesPerDay.limit} minutes rendered today`}
      </Quota>
      <Quota use={minutesPerMonth} label="Rendered this month">
        {`${minutesInWords(minutesPerMonth.used)} of ${minutesPerMonth.limit} minutes rendered this month`}
      </Quota>
    </>
  );
}

function Quota({ use: { used, limit }, label, children }: { use: QuotaUse['bytes']; label: string; children: string }) {
  if (limit === null) return null;
  return (
    <div className="my-quota">
      <p>{children}</p>
      <ProgressBar thin value={Math.min(1, used / limit)} label={label} />
    </div>
  );
}

function minutesInWords(minutes: number): string {
  return String(Math.round(minutes * 10) / 10);
}

/** Sends an email with a link that sets the first password of an account with single sign-on. */
function SetPassword({ email }: { email: string }) {
  const send = async () => {
    await (await accountCalls()).forgotPassword(email, language);
    return `We sent a link to ${own(email)}. It is valid for one hour.`;
  };
  return <AccountForm fields={[]} submit="Send a link to set one" variant="plain" onSubmit={send} />;
}

/** API tokens of an account. A new token is shown once; later only its name. */
export function Tokens({ first }: { first: readonly TokenRecord[] }) {
  const [tokens, setTokens] = useState(first);
  const [made, setMade] = useState<Pick<MadeToken, 'id' | 'token'>>();
  const make = async ({ token: called = '' }: Record<string, string>) => {
    const { token, ...record } = await (await accountCalls()).makeToken(called);
    setTokens((before) => [record, ...before]);
    setMade({ id: record.id, token });
    return 'Copy it now: it is shown only once.';
  };
  const revoke = async (id: string) => {
    try {
      await (await accountCalls()).revokeToken(id);
      setTokens((before) => before.filter((one) => one.id !== id));
      setMade((shown) => (shown?.id === id ? undefined : shown));
    } catch (error) {
      const way = noteEnded(error);
      showFailure(error, way && { label: way.title, run: () => navigate(way.href) });
    }
  };
  return (
    <>
      <AccountForm
        fields={[accountFields.tokenName]}
        submit="Create a token"
        variant="plain"
        onSubmit={make}
        stillHolds={made !== undefined}
      />
      {made && <CopiedOnce text={made.token} label="Copy the token" done="Token copied." />}
      {tokens.length > 0 && (
        <ul className="stack my-tokens" aria-label="Tokens">
          {tokens.map(({ id, name, usedAt }) => (
            <li key={id}>
              <span>
                <span translate="no">{name}</span>
                <span className="soft">{usedAt ? `used ${agoInWords(usedAt, Date.now())}` : 'not used yet'}</span>
              </span>
              <button
                type="button"
                className="button quiet"
                aria-label={`Revoke ${own(name)}`}
                onClick={() => void revoke(id)}
              >
                Revoke
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Webhook signing secret of an account. A new one is shown once. @param props.first creation time of the old one. */
function Webhooks({ first }: { first: string | null }) {
  const [madeAt, setMadeAt] = useState(first);
  const [secret, setSecret] = useState<string>();
  const make = async () => {
    const made = await (await accountCalls()).makeWebhookSecret();
    setMadeAt(made.madeAt);
    setSecret(made.secret);
    return made.formerUntil
      ? 'Copy it now: it is shown only once. The previous secret also stays valid for a day.'
      : 'Copy it now: it is shown only once.';
  };
  return (
    <>
      <p>
        {madeAt ? `Created ${agoInWords(madeAt, Date.now())}.` : 'None yet.'}{' '}
        <Link href="/resources/webhooks">How webhooks work</Link>
      </p>
      <AccountForm
        fields={[]}
        submit={madeAt ? 'Create a new secret' : 'Create a secret'}
        variant="plain"
        onSubmit={make}
      />
      {secret && <CopiedOnce text={secret} label="Copy the secret" done="Secret copied." />}
    </>
  );
}
