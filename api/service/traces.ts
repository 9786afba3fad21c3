import manifest from '../../package.json' with { type: 'json' };
import type { ProcessRole } from '../contract/operator.ts';
import { environment } from '../system/environment.ts';
import { type Log, withoutSecrets } from '../system/log.ts';
import { openTracer } from '../telemetry/openTracer.ts';
import type { Tracer } from '../telemetry/spans.ts';

/** Opens the tracer, if the environment names an endpoint. @param closers receives the function that stops it. */
export async function openTraces(
  role: ProcessRole | undefined,
  log: Log,
  closers: (() => unknown)[],
): Promise<Tracer | undefined> {
  if (environment().tracesEndpoint === undefined) return undefined;
  const onLost = (why: string) => log.warn('could not send traces', { why: withoutSecrets(why) });
  const tracer = await openTracer({ version: manifest.version, role: role ?? 'all', onLost });
  closers.push(tracer.stop);
  return tracer;
}
