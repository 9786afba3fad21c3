import {
  type ChangeAccountBody,
  type ChangedAccount,
  type ConfirmedEmail,
  changedAccount,
  changedEmail,
  confirmedEmail,
  done,
  type LetterLanguage,
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
import { type MadeWebhookSecret, madeWebhookSecret, webhookSecretTold } from './webhook.ts';

/** What somebody says to become, or be known as, a person with an account. */
export interface Credentials {
  email: string;
  password: string;
}

/** Calls about accounts; apart from the others, because few pages need them. Every call throws ApiError, as the others do. */
export interface AccountClient {
  /** Who is signed in. */
  me(options?: CallOptions): Promise<Me>;
  /** @returns no user where an email has to be answered first. @param form.language of that email. */
  signUp(form: Credentials & { name: string; language: LetterLanguage }): Promise<Me>;
  /** @returns no user but a challenge where a code is asked for. */
  signIn(form: Credentials): Promise<SignInAnswer>;
  /** @param form.code of the authenticator app, or a recovery code. */
  finishSignIn(form: { challenge: string; code: string }): Promise<Me>;
  signOut(): Promise<void>;
  /** Ends all sign-ins of the account; tokens stay. */
  signOutEverywhere(): Promise<void>;
  /** Has a letter sent with which a new password can be chosen, where the address is somebody's. @param language of the letter. */
  forgotPassword(email: string, language: LetterLanguage): Promise<void>;
  /** @param form.token of the link. @param form.revokeTokens also revokes all API tokens. */
  resetPassword(form: { token: string; password: string; revokeTokens?: boolean }): Promise<void>;
  /** Has another link sent that confirms the address of the account. */
  sendConfirmation(language: LetterLanguage): Promise<void>;
  /** @param form.token what the link says. */
  confirmEmail(form: { token: string; password?: string }): Promise<ConfirmedEmail>;
  /** @returns whether a link was sent that changes the address; else it is changed. */
  changeEmail(form: Credentials & { language: LetterLanguage }): Promise<{ isSent: boolean }>;
  /** @param form.revokeTokens also revokes all API tokens. */
  changePassword(form: { currentPassword: string; newPassword: string; revokeTokens?: boolean }): Promise<void>;
  rename(name: string): Promise<void>;
  /** Deletes the account and all that it made. */
  leave(password: string): Promise<void>;
  twoFactor(): Promise<TwoFactorState>;
  /** Sets two-factor authentication up; a code turns it on. */
  setUpTwoFactor(password: string): Promise<TwoFactorSetup>;
  turnTwoFactorOn(code: string): Promise<void>;
  turnTwoFactorOff(password: string): Promise<void>;
  /** Replaces the recovery codes. */
  renewRecoveryCodes(password: string): Promise<string[]>;
  storage(): Promise<StorageUsed>;
  tokens(): Promise<TokenRecord[]>;
  /** Makes a token; the answer is the only one that tells it. */
  makeToken(name: string): Promise<MadeToken>;
  revokeToken(id: string): Promise<void>;
  /** Where the account is signed in, last used first. */
  sessions(): Promise<SessionRecord[]>;
  /** Ends one of them. */
  endSession(id: string): Promise<void>;
  /** Since when the account has the secret that its webhooks are signed with. */
  webhookSecret(): Promise<{ madeAt: string | null }>;
  /** Makes a new one; the answer is the only one that tells it. */
  makeWebhookSecret(): Promise<MadeWebhookSecret>;
  /** For whoever runs the server, with the token of `OPERATOR_FILE`. */
  changeAccount(body: ChangeAccountBody, options?: CallOptions): Promise<ChangedAccount>;
}

const api = '/api/v1';

/** Makes a client of the service's accounts. */
export function createAccountClient(options: ClientOptions = {}): AccountClient {
  const send = createSend(options);
  const tell = async (method: string, path: string, body: object = {}) =>
    void (await readJson(await send(`${api}/account${path}`, jsonInit(method, body)), done));
  const enter = async (path: string, body: object) =>
    readJson(await send(`${api}/account${path}`, jsonInit('POST', body)), me);
  return {
    me: async ({ signal } = {}) => readJson(await send(`${api}/me`, signal ? { signal } : {}), me),
    signUp: (form) => enter('/sign-up', form),
    signIn: async (form) => readJson(await send(`${api}/account/sign-in`, jsonInit('POST', form)), signInAnswer),
    finishSignIn: (form) => enter('/sign-in/code', form),
    signOut: () => tell('POST', '/sign-out'),
    signOutEverywhere: () => tell('POST', '/sign-out-everywhere'),
    forgotPassword: (email, language) => tell('POST', '/forgot-password', { email, language }),
    resetPassword: (form) => tell('POST', '/reset-password', form),
    sendConfirmation: (language) => tell('POST', '/send-confirmation', { language }),
    confirmEmail: async (form) =>
      readJson(await send(`${api}/account/confirm-email`, jsonInit('POST', form)), confirmedEmail),
    changeEmail: async (form) =>
      readJson(await send(`${api}/account/change-email`, jsonInit('POST', form)), changedEmail),
    changePassword: (form) => tell('POST', '/change-password', form),
    rename: (name) => tell('PATCH', '', { name }),
    leave: (password) => tell('DELETE', '', { password }),
    twoFactor: async () => readJson(await send(`${api}/account/two-factor`), twoFactorState),
    setUpTwoFactor: async (password) =>
      readJson(await send(`${api}/account/two-factor`, jsonInit('POST', { password })), twoFactorSetup),
    turnTwoFactorOn: (code) => tell('POST', '/two-factor/confirm', { code }),
    turnTwoFactorOff: (password) => tell('DELETE', '/two-factor', { password }),
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
    webhookSecret: async () => readJson(await send(`${api}/account/webhook-secret`), webhookSecretTold),
    makeWebhookSecret: async () =>
      readJson(await send(`${api}/account/webhook-secret`, { method: 'POST' }), madeWebhookSecret),
    changeAccount: async (body, { signal } = {}) =>
      readJson(await send(`${api}/operator/accounts`, jsonInit('POST', body, signal)), changedAccount),
  };
}
