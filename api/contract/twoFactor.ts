import * as z from 'zod';

const code = z.string().min(1).max(100);

/** Body of a sign-in's second step; `code` is from the authenticator app, or a recovery code. */
export const finishSignInBody = z.object({ challenge: z.string().min(1).max(300), code });
/** Body with a code of the authenticator app. */
export const codeBody = z.object({ code });

/** Whether two-factor authentication is on, and the number of remaining recovery codes. */
export const twoFactorState = z.object({
  isOn: z.boolean(),
  recoveryCodesLeft: z.number(),
  /** Whether the account has the password that changes need; with single sign-on it may have none. */
  hasPassword: z.boolean(),
});
/** Recovery codes; each replaces an app code once. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
/** Input for an authenticator app: `uri` as a QR code, or `secret` (base32) to type. */
export const twoFactorSetup = recoveryCodes.extend({ uri: z.string(), secret: z.string() });

/** Whether two-factor authentication is on. */
export type TwoFactorState = z.infer<typeof twoFactorState>;
/** Input for an authenticator app, and recovery codes. */
export type TwoFactorSetup = z.infer<typeof twoFactorSetup>;
