import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';

/** An email to one person. */
export interface EmailMessage {
  to: string;
  subject: string;
  text: string;
}

/** Sends emails. */
export interface Mailer {
  send(letter: EmailMessage): Promise<void>;
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
  if (smtp) {
    const transport = createTransport(smtp, { from, disableFileAccess: true, disableUrlAccess: true });
    return { send: async (letter) => void (await transport.sendMail(letter)) };
  }
  const transport = createTransport(
    { streamTransport: true, buffer: true },
    { from, disableFileAccess: true, disableUrlAccess: true },
  );
  return {
    async send(letter) {
      const { message } = await transport.sendMail(letter);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(path.join(folder, `${Date.now()}-${randomUUID()}.eml`), message as Buffer, { mode: 0o600 });
    },
  };
}
