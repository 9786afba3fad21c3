import { readdir, readFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { createLocalOutbox, type Outbox } from '../../../api/accounts/emails.ts';
import type { EmailMessage } from '../../../api/accounts/mailer.ts';
import type { Database } from '../../../api/db/database.ts';
import type { TestService } from './service.ts';

/** An email that a service without a mail server wrote to its folder. */
export interface WrittenEmail {
  to: string;
  text: string;
  /** The link in the email. */
  link: URL | undefined;
}

/** Emails written by a service, oldest first. */
export async function emailsOf({ dataDir }: Pick<TestService, 'dataDir'>): Promise<WrittenEmail[]> {
  const folder = path.join(dataDir, 'mail');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  const written = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
  return written.map(emailOf);
}

/** An outbox whose emails are sent when a call returns. */
export function outboxTo(database: Database, receive: (email: EmailMessage) => unknown): Outbox {
  const outbox = createLocalOutbox(database, { send: async (email) => void receive(email) }, (error) => {
    throw error;
  });
  return { ...outbox, post: (change) => outbox.post(change).then(outbox.close) };
}

/** Parses an email from its sent form. */
export function emailOf(written: string): WrittenEmail {
  const text = written.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  const [link] = /https?:\/\/\S+/.exec(text) ?? [];
  return { to: /^To: (.*?)\r?$/m.exec(text)?.[1] ?? '', text, link: link === undefined ? undefined : new URL(link) };
}

/** Sends JSON with a Host header that may differ from the server's address. @returns status and body of the answer. */
export function postAs(to: string, body: object, headers: Record<string, string>) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const options = { method: 'POST', agent: false, headers: { 'content-type': 'application/json', ...headers } };
    const request = http.request(to, options, (answer) => {
      let text = '';
      answer.on('data', (data: Buffer) => {
        text += data.toString();
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: text }));
    });
    request.on('error', reject);
    request.end(JSON.stringify(body));
  });
}
