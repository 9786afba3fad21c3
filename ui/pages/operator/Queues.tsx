import type { Overview } from '../../../api/contract/operator.ts';
import { clockTime } from '../../kit/words.ts';
import { Part } from './Part.tsx';

/** Display names of the queues. */
export const queueNames: Readonly<Record<string, string>> = {
  render: 'Videos',
  segment: 'Segments',
  webhook: 'Webhooks',
  conversion: 'Conversions',
  transcription: 'Transcriptions',
  derivation: 'Previews',
};

/** Number of waiting, running and dead jobs per queue. */
export function Queues({ queues }: Pick<Overview, 'queues'>) {
  const names = [...new Set(queues.map(({ queue }) => queue))];
  const of = (name: string, state: string) => queues.find((one) => one.queue === name && one.state === state);
  return (
    <Part title="Queues">
      <div className="operator-wide">
        <table className="operator-queues numbers">
          <thead>
            <tr>
              <th scope="col">Queue</th>
              <th scope="col">Waiting</th>
              <th scope="col">Running</th>
              <th scope="col">Failed for good</th>
              <th scope="col">Oldest</th>
            </tr>
          </thead>
          <tbody>
            {names.map((name) => (
              <tr key={name}>
                <th scope="row">{queueNames[name] ?? name}</th>
                <td>{of(name, 'waiting')?.count ?? 0}</td>
                <td>{of(name, 'running')?.count ?? 0}</td>
                <td className={of(name, 'dead')?.count ? 'is-bad' : ''}>{of(name, 'dead')?.count ?? 0}</td>
                <td>{oldestOf(queues, name)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Part>
  );
}

/** Formats the age of the oldest waiting job, in minutes and seconds. */
function oldestOf(queues: Overview['queues'], name: string): string {
  const waiting = queues.find(({ queue, state }) => queue === name && state === 'waiting');
  return waiting && waiting.count > 0 ? clockTime(waiting.oldest) : '–';
}
