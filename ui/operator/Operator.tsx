import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import type { Overview } from '../../api/contract/operator.ts';
import { AccountForm } from '../account/AccountForm.tsx';
import { useTitle } from '../components/useTitle.ts';
import { countInWords, sizeInWords } from '../components/words.ts';
import { DeadLetters, Failures } from './Failures.tsx';
import { keepPlace } from './keepPlace.ts';
import { enter, leave, operator, watch } from './operator.ts';
import { Part } from './Part.tsx';
import { Processes } from './Processes.tsx';
import { Queues } from './Queues.tsx';
import './operator.css';

/** Operator page: queues, processes, failures and retries. No other page links to it. */
export default function Operator() {
  const { token } = useSnapshot(operator);
  useTitle('Operator');
  return token ? <Standing /> : <Door />;
}

/** Asks for the operator token and reports a wrong one. */
function Door() {
  return (
    <div className="entrance">
      <section className="panel entrance-card" aria-label="Operator">
        <h1 tabIndex={-1}>Operator</h1>
        <p className="soft">
          This page is for the operator of the server. The token is in the file operator-token of the data folder,
          unless CUTROOM_OPERATOR_TOKEN sets one. This tab stores it until you close it.
        </p>
        <AccountForm
          fields={[{ name: 'secret', label: 'Operator’s token', type: 'password', autoComplete: 'off' }]}
          submit="Show"
          onSubmit={async ({ secret = '' }) => {
            await enter(secret);
            keepPlace();
          }}
        />
      </section>
    </div>
  );
}

function Standing() {
  const { overview } = useSnapshot(operator) as { overview: Overview | undefined };
  useEffect(watch, []);
  return (
    <div className="operator" aria-busy={!overview}>
      <header className="operator-head">
        <h1 tabIndex={-1}>Operator</h1>
        <button type="button" className="button plain" onClick={forget}>
          Forget the token
        </button>
      </header>
      {overview && (
        <>
          <Queues queues={overview.queues} />
          <Failures overview={overview} />
          <div className="card-columns">
            <Processes workers={overview.workers} />
            <DeadLetters letters={overview.deadLetters} />
            <Stored storage={overview.storage} />
          </div>
        </>
      )}
    </div>
  );
}

function forget(): void {
  leave();
  keepPlace();
}

const kinds = { videos: 'video', files: 'file', projects: 'project' } as const;

function Stored({ storage }: Pick<Overview, 'storage'>) {
  return (
    <Part title="Storage">
      <ul className="operator-list">
        {storage.map(({ kind, count, bytes }) => (
          <li key={kind} className="operator-row">
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
