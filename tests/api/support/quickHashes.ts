import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterFile } from '../../support/afterFile.ts';

/**
 * Hashes passwords with a sixteenth of the work in the services of this process until the test file ends. A hash takes
 * a tenth of a second by design, which is most of what tests of accounts would do. `upgrade.test.ts` signs in with
 * hashes of the usual work, so it fails if that changes.
 */
export function hashQuickly(): void {
  const { scrypt } = crypto;
  const quickly: typeof scrypt = (
    password: crypto.BinaryLike,
    salt: crypto.BinaryLike,
    length: number,
    ...[options, done]: unknown[]
  ) => scrypt(password, salt, length, { ...(options as crypto.ScryptOptions), N: 1024 }, done as () => void);
  const install = (one: typeof scrypt) => {
    crypto.scrypt = one;
    syncBuiltinESMExports();
  };
  install(quickly);
  afterFile(() => install(scrypt));
}
