import { INVALID_EMAIL_MESSAGE, passwordLength } from '../contract/account.ts';
import type { ErrorCode } from '../contract/errors.ts';
import { fail, type ServiceError } from '../system/serviceError.ts';

/** Messages about accounts. */
export const accountMessages = {
  wrongPassword: 'The email address or password is wrong.',
  wrongCurrent: 'The password is wrong.',
  taken: 'An account with this email address already exists. Sign in, or request a new password.',
  email: INVALID_EMAIL_MESSAGE,
  password: `Passwords must have ${passwordLength.min} to ${passwordLength.max} characters.`,
  oldLink: 'This link was already used or is more than an hour old. Request a new one.',
  oldConfirmation: 'This link was already used, was replaced by a newer one, or is more than a day old.',
  sameEmail: 'Your account already uses this email address.',
  wrongCode: 'The code is wrong.',
  usedCode: 'This code was used already. Wait for the next one.',
  endedSignIn: 'This took too long, or too many codes were wrong. Start again with your password.',
  manyCodes: 'Too many codes were wrong. Please try again in 15 minutes.',
  twoFactorOn: 'Two-factor authentication is on already.',
  twoFactorOff: 'Two-factor authentication is not set up.',
  providerAway: 'The sign-in service cannot be reached. Please try again later.',
  noSingleSignOn: 'This server has no single sign-on.',
  noPassword: 'This account has no password yet. Request a link to set one.',
  signedOut: 'Please sign in first.',
  removed: 'This account was deleted.',
  unknownToken: 'Unknown token; it may have been revoked.',
  notByToken: 'Sign in with a password to do this; a token is not enough.',
  operatorOnly: 'Only the operator of this server can do this.',
  off: 'This server has no accounts.',
  tooManyTokens: 'You reached the limit of tokens. Revoke one that you no longer use.',
} as const;

/** Creates the error for a code of the account library; undefined for internal faults. */
export function accountError(name: string): ServiceError | undefined {
  const found = known[name];
  return found && fail(...found);
}

const known: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  INVALID_EMAIL_OR_PASSWORD: ['signed-out', accountMessages.wrongPassword],
  INVALID_PASSWORD: ['forbidden', accountMessages.wrongCurrent],
  INVALID_EMAIL: ['invalid', accountMessages.email],
  USER_ALREADY_EXISTS: ['conflict', accountMessages.taken],
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: ['conflict', accountMessages.taken],
  PASSWORD_TOO_SHORT: ['invalid', accountMessages.password],
  PASSWORD_TOO_LONG: ['invalid', accountMessages.password],
  INVALID_CODE: ['forbidden', accountMessages.wrongCode],
  INVALID_BACKUP_CODE: ['forbidden', accountMessages.wrongCode],
  INVALID_TWO_FACTOR_COOKIE: ['gone', accountMessages.endedSignIn],
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: ['gone', accountMessages.endedSignIn],
  ACCOUNT_TEMPORARILY_LOCKED: ['too-many-requests', accountMessages.manyCodes],
  TOTP_ALREADY_ENABLED: ['conflict', accountMessages.twoFactorOn],
  TOTP_NOT_ENABLED: ['conflict', accountMessages.twoFactorOff],
  TWO_FACTOR_NOT_ENABLED: ['conflict', accountMessages.twoFactorOff],
  CREDENTIAL_ACCOUNT_NOT_FOUND: ['conflict', accountMessages.noPassword],
  UNAUTHORIZED: ['signed-out', accountMessages.signedOut],
};
