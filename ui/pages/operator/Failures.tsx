import { RotateCcw } from 'lucide-react';
import { useSnapshot } from 'valtio';
import type { Overview } from '../../../api/contract/operator.ts';
import { operator, retryAll, retryOne } from '../../client/account/operator.ts';
import { agoInWords, countInWords } from '../../kit/words.ts';
import { Part } from './Part.tsx';
import { queueNames } from './Queues.tsx';

/** Recent failures by error code. Those caused by the server can be retried, one or all. */
export function Failures({ overview: { failureCounts, failures } }: { overview: Overview }) {
  const { message: status } = useSnapshot(operator);
  return (
    <Part title="Failures of the last 7 days" aside={<RetryAll failureCounts={failureCounts} />}>
      <p className="operator-said" role="status">
        {status}
      </p>
      {failureCounts.length === 0 && <p className="soft">Nothing failed.</p>}
      {failureCounts.map(({ code, count, isRetriable }) => (
        <details key={code} open={isRetriable} className="operator-failures">
          <summary>
            <code translate="no">{code || '?'}</code>
            <span className="soft">{countInWords(count, 'video')}</span>
            {!isRetriable && <span className="badge">Caused by input</span>}
          </summary>
          <ul className="stack-2 operator-list">
            {failures
              .filter((one) => one.code === code)
              .map((one) => (
                <Failure key={one.id} failure={one} isRetriable={isRetriable} />
              ))}
          </ul>
        </details>
      ))}
    </Part>
  );
}

function RetryAll({ failureCounts }: Pick<Overview, 'failureCounts'>) {
  const { retrying, retried } = useSnapshot(operator);
  const count = failureCounts.reduce((sum, one) => sum + (one.isRetriable ? one.count : 0), 0);
  const isBusy = retrying.includes('all');
  if (count === 0 && !isBusy) return null;
  return (
    <button type="button" className="button plain" aria-disabled={isBusy} onClick={() => void retryAll()}>
      <RotateCcw aria-hidden="true" />
      {isBusy ? `${retried} retried` : `Retry all (${count})`}
    </button>
  );
}

function Failure({ failure, isRetriable }: { failure: Overview['failures'][number]; isRetriable: boolean }) {
  const { id, message, attempt, finishedAt } = failure;
  const isBusy = useSnapshot(operator).retrying.includes(id);
  return (
    <li className="row wrap split operator-failure">
      <span>
        <code translate="no">{id}</code>
        <span>{message}</span>
        <span className="soft">
          <time dateTime={finishedAt}>{agoInWords(finishedAt, Date.now())}</time>
          {' · '}
          <span>{`attempt ${attempt}`}</span>
        </span>
      </span>
      {isRetriable && (
        <button
          type="button"
          className="button quiet"
          aria-disabled={isBusy}
          aria-label={`Try ${id} again`}
          onClick={() => void retryOne(id, attempt)}
        >
          <RotateCcw aria-hidden="true" />
          Try again
        </button>
      )}
    </li>
  );
}

/** Dead jobs of the queues. */
export function DeadLetters({ letters }: { letters: Overview['deadLetters'] }) {
  return (
    <Part title="Dead letters">
      <p className="soft">
        {letters.length === 0
          ? 'No dead letters.'
          : 'Jobs that failed for good. Those of a video disappear when it is retried.'}
      </p>
      <ul className="stack-2 operator-list">
        {letters.map(({ queue, video, segment, at }) => (
          <li key={`${queue} ${video} ${segment} ${at}`}>
            <code translate="no">{video}</code>
            <span className="soft">
              <span>{queueNames[queue] ?? queue}</span>
              {' · '}
              <time dateTime={at}>{agoInWords(at, Date.now())}</time>
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}
