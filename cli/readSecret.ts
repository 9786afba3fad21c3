import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Reads one line from stdin. On a terminal it prompts, without echoing the input. @throws the signal's reason */
export async function readSecret(question: string, signal: AbortSignal): Promise<string> {
  const isTerminal = process.stdin.isTTY === true;
  if (isTerminal) process.stderr.write(question);
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: hidden, terminal: isTerminal });
  const stop = () => lines.close();
  signal.addEventListener('abort', stop);
  // readline intercepts Ctrl-C on a terminal, so it is forwarded.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    return await new Promise((done, fail) => {
      lines.once('line', (line) => done(line.trim()));
      lines.once('close', () => (signal.aborted ? fail(signal.reason) : done('')));
    });
  } finally {
    signal.removeEventListener('abort', stop);
    lines.close();
    if (isTerminal) process.stderr.write('\n');
  }
}
