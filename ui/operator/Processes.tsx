import type { Overview } from '../../api/contract/operator.ts';
import { lengthInWords } from '../components/words.ts';
import { Part } from './Part.tsx';

const roles = { all: 'Pages and rendering', web: 'Pages only', worker: 'Rendering only' } as const;

/** Running processes and their jobs. */
export function Processes({ workers }: Pick<Overview, 'workers'>) {
  return (
    <Part title="Processes">
      {workers.length === 0 && <p className="soft">No process is running.</p>}
      <ul className="operator-list">
        {workers.map(({ name, role, silentFor, work }) => (
          <li key={name}>
            <span className="operator-row">
              <code translate="no">{name}</code>
              <span className={work.length > 0 ? 'badge busy' : 'badge'}>{work.length > 0 ? 'Works' : 'Idle'}</span>
            </span>
            <span className="soft">{role ? roles[role] : 'Older version'}</span>
            <span className="soft">{`last heartbeat ${lengthInWords(Math.round(silentFor))} ago`}</span>
            {work.map(({ video, segment, leaseLeft }) => (
              <span key={`${video} ${segment}`} className="operator-work">
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
