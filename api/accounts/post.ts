import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';

/** A letter to one person. */
export interface Letter {
  to: string;
  subject: string;
  text: string;
}

/** What sends letters. */
export interface Post {
  send(letter: Letter): Promise<void>;
}

/** Where letters go. */
export interface PostSettings {
  /** Address of a mail server, such as smtp://name:password@mail.example.org:587; without it letters lie in a folder, for whoever runs the server to pass on. */
  smtp?: string | undefined;
  /** Whom they come from. Default: cutroom@localhost. */
  from?: string | undefined;
}

/** Opens the post. @param folder of the letters that are not sent, one .eml file each. */
export function openPost(folder: string, { smtp, from = 'Cutroom <cutroom@localhost>' }: PostSettings = {}): Post {
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
