import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';

/** Milliseconds that a mail server may take to accept a connection, and to answer. */
const CONNECT_MS = 20_000;
const ANSWER_MS = 60_000;

/** An email to one person. */
export interface EmailMessage {
  to: string;
  subject: string;
  text: string;
}

/** Sends emails. */
export interface Mailer {
  /** @throws EmailError, or the signal's reason. */
  send(letter: EmailMessage, signal?: AbortSignal): Promise<void>;
}

/** An email that a mail server did not accept. The message contains neither the address nor the text. */
export class EmailError extends Error {
  override name = 'EmailError';
  /** Whether another try is useless: the mail server rejected the recipient or the email for good. */
  readonly isFinal: boolean;
  constructor({ code = 'unknown', responseCode, command }: SmtpError) {
    const status = responseCode === undefined ? '' : `, status ${responseCode}`;
    super(`The email was not sent (${code}${status}${command ? `, after ${command}` : ''}).`);
    // 503 is about the session, and a wrong password (EAUTH) is the operator's to correct.
    const isRejected = command === 'API' || ((responseCode ?? 0) >= 500 && responseCode !== 503);
    this.isFinal = isRejected && ['EENVELOPE', 'EMESSAGE'].includes(code);
  }
}

/** An error of the library; its message may contain the recipient's address. */
interface SmtpError {
  code?: string;
  /** Status of the mail server's answer: 4xx for now, 5xx for good. */
  responseCode?: number;
  /** SMTP command that it answered. */
  command?: string;
}

/** Delivery of emails. */
export interface MailerSettings {
  /**
   * URL of a mail server, such as smtp://name:password@mail.example.org:587. Without it, emails are written to a folder
   * for the operator to forward.
   */
  smtp?: string | undefined;
  /** Sender; default: cutroom@localhost. */
  from?: string | undefined;
}

/** Opens email delivery. @param folder for undelivered emails, one .eml file each. */
export function openMailer(
  folder: string,
  { smtp, from = 'Cutroom <cutroom@localhost>' }: MailerSettings = {},
): Mailer {
  const closed = { from, disableFileAccess: true, disableUrlAccess: true };
  if (smtp) {
    const limits = { connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: ANSWER_MS };
    const transport = createTransport({ url: smtp, ...limits }, closed);
    return {
      async send(letter, signal) {
        await transport.sendMail({ ...letter, signal }).catch((error: SmtpError) => {
          signal?.throwIfAborted();
          throw new EmailError(error);
        });
      },
    };
  }
  const transport = createTransport({ streamTransport: true, buffer: true }, closed);
  return {
    async send(letter) {
      const { message } = await transport.sendMail(letter);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(path.join(folder, `${Date.now()}-${randomUUID()}.eml`), message as Buffer, { mode: 0o600 });
    },
  };
}
