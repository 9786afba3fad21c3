import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { SessionRecord } from '../../../api/contract/account.ts';
import { accountCalls, noteEnded } from '../../client/account/accountCalls.ts';
import { signOutWhenSynced } from '../../client/account/leaving.ts';
import { showFailure } from '../../client/page/notices.ts';
import { locale, own, t } from '../../client/page/t.ts';
import { agoInWords } from '../../kit/words.ts';

/** Sessions of the account, each with a sign-out button. */
export function Sessions({ first }: { first: readonly SessionRecord[] }) {
  const [sessions, setSessions] = useState(first);
  const end = async (id: string) => {
    try {
      await (await accountCalls()).endSession(id);
      setSessions((before) => before.filter((one) => one.id !== id));
    } catch (error) {
      const way = noteEnded(error);
      showFailure(error, way && { label: way.title, run: () => navigate(way.href) });
    }
  };
  return (
    <>
      <ul className="my-rows" aria-label="Where you’re signed in">
        {sessions.map((session) => (
          <Row key={session.id} session={session} onEnd={() => void end(session.id)} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <button type="button" className="button plain" onClick={() => void signOutWhenSynced('signOutEverywhere')}>
          Sign out everywhere
        </button>
      )}
    </>
  );
}

function Row({ session, onEnd }: { session: SessionRecord; onEnd: () => void }) {
  const { createdAt, usedAt, isCurrent } = session;
  const name = nameOf(session);
  const Icon = isPhone(session) ? Smartphone : Monitor;
  const since = new Date(createdAt).toLocaleDateString(locale(undefined), { dateStyle: 'medium' });
  return (
    <li>
      <Icon aria-hidden="true" />
      <span>
        <span>{name}</span>
        <span className="soft">
          {isCurrent ? `Signed in on ${since}` : `Last used ${agoInWords(usedAt, Date.now())}, signed in on ${since}`}
        </span>
      </span>
      {isCurrent ? (
        <span className="badge good">This browser</span>
      ) : (
        <button type="button" className="button quiet" aria-label={`Sign out ${own(t(name))}`} onClick={onEnd}>
          Sign out
        </button>
      )}
    </li>
  );
}

const isPhone = ({ system }: SessionRecord) => system === 'iPhone' || system === 'Android';

function nameOf({ browser, system }: SessionRecord): string {
  if (browser && system) return `${browser}, ${system}`;
  return browser ?? system ?? 'Unknown device';
}
