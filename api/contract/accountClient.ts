import {
  type ChangeAccountBody,
  type ChangedAccount,
  type ConfirmedEmail,
  changedAccount,
  changedEmail,
  confirmedEmail,
  done,
  type EmailLanguage,
  type MadeToken,
  type Me,
  madeToken,
  me,
  type SessionRecord,
  type SignInAnswer,
  type StorageUsed,
  sessionList,
  signInAnswer,
  storageUsed,
  type TokenRecord,
  tokenList,
} from './account.ts';
import type { CallOptions } from './client.ts';
import { type ClientOptions, createSend, jsonInit, readJson } from './http.ts';
import {
  recoveryCodes,
  type TwoFactorSetup,
  type TwoFactorState,
  twoFactorSetup,
  twoFactorState,
} from './twoFactor.ts';
import { type MadeWebhookSecret, madeWebhookSecret, webhookSecretAge } from './webhook.ts';

/** Input of a sign-up or sign-in. */
export interface Credentials {
  email: string;
  password: string;
}

/** Account calls, separate from other calls because few pages need them. All throw ApiError. */
export interface AccountClient {
  /** Returns the current user. */
  me(options?: CallOptions): Promise<Me>;
  /** @returns no user if a confirmation email was sent. @param form.language of that email. */
  signUp(form: Credentials & { name: string; language: EmailLanguage }): Promise<Me>;
  /** @returns a challenge instead of a user if a code is needed. */
  signIn(form: Credentials): Promise<SignInAnswer>;
  /** @param form.code of the authenticator app, or a recovery code. */
  finishSignIn(form: { challenge: string; code: string }): Promise<Me>;
  signOut(): Promise<void>;
  /** Ends all sign-ins of the account; tokens stay. */
  signOutEverywhere(): Promise<void>;
  /** Requests a password reset email, which is sent if the address has an account. @param language of the email. */
  forgotPassword(email: string, language: EmailLanguage): Promise<void>;
  /** @param form.token of the link. @param form.revokeTokens also revokes all API tokens. */
  resetPassword(form: { token: string; password: string; revokeTokens?: boolean }): Promise<void>;
  /** Sends another link that confirms the account's address. */
  sendConfirmation(language: EmailLanguage): Promise<void>;
  /** @param form.token of the link. */
  confirmEmail(form: { token: string; password?: string }): Promise<ConfirmedEmail>;
  /** @returns whether a link was sent that changes the address; otherwise it was changed immediately. */
  changeEmail(form: Credentials & { language: EmailLanguage }): Promise<{ isSent: boolean }>;
  /** @param form.revokeTokens also revokes all API tokens. */
  changePassword(form: { currentPassword: string; newPassword: string; revokeTokens?: boolean }): Promise<void>;
  rename(name: string): Promise<void>;
  /** Deletes the account and all its data. */
  deleteAccount(password: string): Promise<void>;
  twoFactor(): Promise<TwoFactorState>;
  /** Creates a second factor; a code turns it on. */
  setUpTwoFactor(password: string): Promise<TwoFactorSetup>;
  turnTwoFactorOn(code: string): Promise<void>;
  turnTwoFactorOff(password: string): Promise<void>;
  /** Replaces the recovery codes. */
  renewRecoveryCodes(password: string): Promise<string[]>;
  storage(): Promise<StorageUsed>;
  tokens(): Promise<TokenRecord[]>;
  /** Creates a token; only this answer contains it. */
  makeToken(name: string): Promise<MadeToken>;
  revokeToken(id: string): Promise<void>;
  /** Lists sign-ins, last used first. */
  sessions(): Promise<SessionRecord[]>;
  /** Ends a sign-in. */
  endSession(id: string): Promise<void>;
  /** Returns when the account's webhook secret was created. */
  webhookSecret(): Promise<{ madeAt: string | null }>;
  /** Creates a new secret; only this answer contains it. */
  makeWebhookSecret(): Promise<MadeWebhookSecret>;
  /** For operators, with the token of `OPERATOR_FILE`. */
  changeAccount(body: ChangeAccountBody, options?: CallOptions): Promise<ChangedAccount>;
}

const api = '/api/v1';

/** Creates an account client. */
export function createAccountClient(options: ClientOptions = {}): AccountClient {
  const send = createSend(options);
  const sendBody = async (method: string, path: string, body: object = {}) =>
    void (await readJson(await send(`${api}/account${path}`, jsonInit(method, body)), done));
  const enter = async (path: string, body: object) =>
    readJson(await send(`${api}/account${path}`, jsonInit('POST', body)), me);
  return {
    me: async ({ signal } = {}) => readJson(await send(`${api}/me`, signal ? { signal } : {}), me),
    signUp: (form) => enter('/sign-up', form),
    signIn: async (form) => readJson(await send(`${api}/account/sign-in`, jsonInit('POST', form)), signInAnswer),
    finishSignIn: (form) => enter('/sign-in/code', form),
    signOut: () => sendBody('POST', '/sign-out'),
    signOutEverywhere: () => sendBody('POST', '/sign-out-everywhere'),
    forgotPassword: (email, language) => sendBody('POST', '/forgot-password', { email, language }),
    resetPassword: (form) => sendBody('POST', '/reset-password', form),
    sendConfirmation: (language) => sendBody('POST', '/send-confirmation', { language }),
    confirmEmail: async (form) =>
      readJson(await send(`${api}/account/confirm-email`, jsonInit('POST', form)), confirmedEmail),
    changeEmail: async (form) =>
      readJson(await send(`${api}/account/change-email`, jsonInit('POST', form)), changedEmail),
    changePassword: (form) => sendBody('POST', '/change-password', form),
    rename: (name) => sendBody('PATCH', '', { name }),
    deleteAccount: (password) => sendBody('DELETE', '', { password }),
    twoFactor: async () => readJson(await send(`${api}/account/two-factor`), twoFactorState),
    setUpTwoFactor: async (password) =>
      readJson(await send(`${api}/account/two-factor`, jsonInit('POST', { password })), twoFactorSetup),
    turnTwoFactorOn: (code) => sendBody('POST', '/two-factor/confirm', { code }),
    turnTwoFactorOff: (password) => sendBody('DELETE', '/two-factor', { password }),
    renewRecoveryCodes: async (password) => {
      const answer = await send(`${api}/account/two-factor/recovery-codes`, jsonInit('POST', { password }));
      return (await readJson(answer, recoveryCodes)).recoveryCodes;
    },
    storage: async () => readJson(await send(`${api}/account/storage`), storageUsed),
    tokens: async () => (await readJson(await send(`${api}/account/tokens`), tokenList)).tokens,
    makeToken: async (name) => readJson(await send(`${api}/account/tokens`, jsonInit('POST', { name })), madeToken),
    revokeToken: async (id) => void (await send(`${api}/account/tokens/${id}`, { method: 'DELETE' })),
    sessions: async () => (await readJson(await send(`${api}/account/sessions`), sessionList)).sessions,
    endSession: async (id) => void (await send(`${api}/account/sessions/${id}`, { method: 'DELETE' })),
    webhookSecret: async () => readJson(await send(`${api}/account/webhook-secret`), webhookSecretAge),
    makeWebhookSecret: async () =>
      readJson(await send(`${api}/account/webhook-secret`, { method: 'POST' }), madeWebhookSecret),
    changeAccount: async (body, { signal } = {}) =>
      readJson(await send(`${api}/operator/accounts`, jsonInit('POST', body, signal)), changedAccount),
  };
}
