import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import type { Overview } from '../../../api/contract/operator.ts';
import { operator, pollOverview, signIn, signOut } from '../../client/account/operator.ts';
import { useTitle } from '../../kit/hooks.ts';
import { countInWords, lengthInWords, sizeInWords } from '../../kit/words.ts';
import { AccountForm } from '../account/AccountForm.tsx';
import { DeadLetters, Failures } from './Failures.tsx';
import { Part } from './Part.tsx';
import { Queues } from './Queues.tsx';
import '../pages.css';

/** Operator page: queues, processes, failures and retries. No other page links to it. */
export function Operator() {
  const { token } = useSnapshot(operator);
  useTitle('Operator');
  return token ? <Standing /> : <Door />;
}

/** Asks for the operator token and reports a wrong one. */
function Door() {
  return (
    <div className="entrance">
      <section className="stack-2 panel entrance-card" aria-label="Operator">
        <h1 tabIndex={-1}>Operator</h1>
        <p className="soft">
          This page is for the operator of the server. The token is in the file operator-token of the data folder,
          unless CUTROOM_OPERATOR_TOKEN sets one. This tab stores it until you close it.
        </p>
        <AccountForm
          fields={[{ name: 'secret', label: 'Operator’s token', type: 'password', autoComplete: 'off' }]}
          submit="Show"
          onSubmit={({ secret = '' }) => signIn(secret)}
        />
      </section>
    </div>
  );
}

function Standing() {
  const { overview } = useSnapshot(operator) as { overview: Overview | undefined };
  useEffect(pollOverview, []);
  return (
    <div className="stack-3" aria-busy={!overview}>
      <header className="row wrap split operator-head">
        <h1 tabIndex={-1}>Operator</h1>
        <button type="button" className="button plain" onClick={signOut}>
          Remove token
        </button>
      </header>
      {overview && (
        <>
          <Queues queues={overview.queues} />
          <Failures overview={overview} />
          <div className="stack-3 card-columns">
            <Processes workers={overview.workers} />
            <DeadLetters letters={overview.deadLetters} />
            <Stored storage={overview.storage} />
          </div>
        </>
      )}
    </div>
  );
}

const kinds = { videos: 'video', files: 'file', projects: 'project' } as const;

function Stored({ storage }: Pick<Overview, 'storage'>) {
  return (
    <Part title="Storage">
      <ul className="stack-2 operator-list">
        {storage.map(({ kind, count, bytes }) => (
          <li key={kind} className="row wrap split operator-row">
            <span>
              {kind === 'kit'
                ? countInWords(count, 'template or brand item', 'templates and brand items')
                : countInWords(count, kinds[kind])}
            </span>
            <span className="soft numbers">{sizeInWords(bytes)}</span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

const roles = { all: 'Pages and rendering', web: 'Pages only', worker: 'Rendering only' } as const;

/** Running processes and their jobs. */
function Processes({ workers }: Pick<Overview, 'workers'>) {
  return (
    <Part title="Processes">
      {workers.length === 0 && <p className="soft">No process is running.</p>}
      <ul className="stack-2 operator-list">
        {workers.map(({ name, role, silentFor, work }) => (
          <li key={name}>
            <span className="row wrap split operator-row">
              <code translate="no">{name}</code>
              <span className={work.length > 0 ? 'badge busy' : 'badge'}>{work.length > 0 ? 'Works' : 'Idle'}</span>
            </span>
            <span className="soft">{role ? roles[role] : 'Older version'}</span>
            <span className="soft">{`last heartbeat ${lengthInWords(Math.round(silentFor))} ago`}</span>
            {work.map(({ video, segment, leaseLeft }) => (
              <span key={`${video} ${segment}`} className="wrap operator-work">
                <code translate="no">{video}</code>
                {segment !== null && <span>{`segment ${segment + 1}`}</span>}
                <span className="soft">{`lease ${lengthInWords(Math.round(leaseLeft))} left`}</span>
              </span>
            ))}
          </li>
        ))}
      </ul>
    </Part>
  );
}
