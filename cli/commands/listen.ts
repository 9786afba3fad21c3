import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Command } from 'commander';
import { type WebhookEvent, webhookEvent } from '../../api/contract/webhookEvent.ts';
import { environment } from '../../api/system/environment.ts';
import { isWebhookSecret, signatureProblem } from '../../api/system/webhookSignature.ts';
import { type Call, type Context, setAction } from '../context.ts';
import { exitCodes, type Output, UsageError } from '../output.ts';
import { readSecret } from '../readSecret.ts';
import { sanitizeLine } from '../sanitizeLine.ts';
import { wholeNumber } from '../wholeNumber.ts';

interface ListenFlags {
  port: string;
  host: string;
  count?: string;
}

/** Larger than any event, in bytes. */
const MOST_BYTES = 1_000_000;

/** Adds `cutroom listen`. */
export function addListen(program: Command, context: Context): void {
  const command = program
    .command('listen')
    .description(
      'Receives webhooks on this machine, verifies and prints them. Asks for the signing secret, unless CUTROOM_WEBHOOK_SECRET has it.',
    )
    .option('-p, --port <number>', 'port to listen on; 0: a free port', '4000')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--count <number>', 'number of valid webhooks after which it exits');
  setAction(context, command, listen);
}

async function listen(_args: [], { options, output, signal }: Call<ListenFlags>): Promise<number> {
  const port = options.port === '0' ? 0 : wholeNumber(options.port, '--port', 65_535);
  const most = options.count === undefined ? Number.POSITIVE_INFINITY : wholeNumber(options.count, '--count', 1e6);
  const asked = 'Signing secret (whsec_…), from your account page: ';
  const secret = environment().webhooks.secret ?? (await readSecret(asked, signal));
  if (!isWebhookSecret(secret))
    throw new UsageError(
      'Enter the signing secret from your account page, which begins with whsec_, or set it in CUTROOM_WEBHOOK_SECRET.',
    );
  const events: WebhookEvent[] = [];
  await new Promise<void>((done, fail) => {
    const server = createServer((request, reply) => {
      receiveDelivery(request, reply, secret, output)
        .then((event) => {
          if (event && events.push(event) >= most) stop();
        })
        .catch(() => reply.destroy());
    });
    const stop = () => {
      server.close(() => done());
      // Pending responses are sent first.
      server.closeIdleConnections();
    };
    server.on('error', fail);
    signal.addEventListener('abort', stop, { once: true });
    server.listen(port, options.host, () => {
      const { port: taken } = server.address() as AddressInfo;
      output.note(
        `Listening at http://${options.host}:${taken}. A server on this machine must list that address in CUTROOM_WEBHOOK_HOSTS.`,
      );
    });
  });
  output.data({ ok: true, events });
  return exitCodes.good;
}

/** Receives a message. @returns its event if the signature is valid. */
async function receiveDelivery(
  request: IncomingMessage,
  reply: ServerResponse,
  secret: string,
  output: Output,
): Promise<WebhookEvent | undefined> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.byteLength;
    if (bytes > MOST_BYTES) return refuse(reply, output, 413, 'The body is too large.');
    pieces.push(piece);
  }
  const body = Buffer.concat(pieces).toString();
  const wrong = signatureProblem(body, request.headers, secret);
  if (wrong !== undefined) return refuse(reply, output, 400, wrong);
  const event = webhookEvent.safeParse(JSON.parse(body)).data;
  if (!event) return refuse(reply, output, 400, 'The event is unknown to this release.');
  reply.writeHead(204, { connection: 'close' }).end();
  const { type, data, attempt, id } = event;
  output.line(sanitizeLine(`${type} ${data._id} (${id}, sent ${attempt}×)${data.url ? ` ${data.url}` : ''}`));
  return event;
}

function refuse(reply: ServerResponse, output: Output, status: number, why: string): undefined {
  output.note(`Rejected: ${why}`);
  reply.writeHead(status, { connection: 'close' }).end(why);
}
