import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterFile } from '../../support/afterFile.ts';
import { until } from './service.ts';

/** A received email. */
export interface Email {
  from: string;
  to: string;
  subject: string;
  /** The decoded lines of the email. */
  text: string;
}

/** A mail server that stores what it receives. */
export interface Mailbox {
  /** Value for CUTROOM_SMTP. */
  smtp: string;
  emails: Email[];
  /** Waits for the next email to an address, and removes it. */
  next(to: string): Promise<Email>;
  /** Status codes with which it rejects recipients, once each, in order. */
  rejections: number[];
  stop(): Promise<void>;
}

/** Starts a mail server that ends after the test file. @param port default: any free one. */
export async function startMailbox(at = 0): Promise<Mailbox> {
  const [emails, rejections]: [Email[], number[]] = [[], []];
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    onRcptTo: ({ address }, _session, done) => {
      const responseCode = rejections.shift();
      done(responseCode ? Object.assign(new Error(`<${address}> is rejected`), { responseCode }) : undefined);
    },
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk) => chunks.push(chunk));
      stream.on('end', () => {
        emails.push(read(Buffer.concat(chunks).toString('utf8')));
        done();
      });
    },
  });
  await new Promise<void>((done) => server.listen(at, '127.0.0.1', done));
  const stop = () => new Promise<void>((done) => server.close(() => done()));
  afterFile(stop);
  const { port } = server.server.address() as AddressInfo;
  return {
    smtp: `smtp://127.0.0.1:${port}`,
    emails,
    rejections,
    stop,
    next: (to) =>
      until(() => {
        const at = emails.findIndex((email) => email.to === to);
        return at >= 0 && emails.splice(at, 1)[0];
      }),
  };
}

/** The token of a link in an email. @param page the page of the link, such as "confirm-email". */
export function tokenIn({ text }: Email, page: string): string {
  const [, token = ''] = new RegExp(`/${page}#(\\S+)`).exec(text) ?? [];
  return token;
}

function read(source: string): Email {
  const [head = '', ...body] = source.split('\r\n\r\n');
  const named = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(head)?.[1] ?? '';
  const text = body.join('\n\n');
  const isQuoted = /quoted-printable/i.test(head);
  return { from: named('From'), to: named('To'), subject: named('Subject'), text: isQuoted ? unquote(text) : text };
}

function unquote(text: string): string {
  const joined = text.replaceAll('=\r\n', '');
  const bytes = joined.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
