import * as z from 'zod';

const code = z.string().min(1).max(100);

/** Body of the second step of a sign-in; `code` is one of the authenticator app or a recovery code. */
export const finishSignInBody = z.object({ challenge: z.string().min(1).max(300), code });
/** Body with a code of the authenticator app. */
export const codeBody = z.object({ code });

/** Whether two-factor authentication is on, and how many recovery codes are left. */
export const twoFactorState = z.object({
  isOn: z.boolean(),
  recoveryCodesLeft: z.number(),
  /** Whether the account has the password that changes need; one of an OpenID provider may have none. */
  hasPassword: z.boolean(),
});
/** Recovery codes, each of which replaces a code of the app once. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
/** What an authenticator app needs: `uri` as a QR code, or `secret` (base32) to type. */
export const twoFactorSetup = recoveryCodes.extend({ uri: z.string(), secret: z.string() });

/** Whether two-factor authentication is on. */
export type TwoFactorState = z.infer<typeof twoFactorState>;
/** What an authenticator app needs, and recovery codes. */
export type TwoFactorSetup = z.infer<typeof twoFactorSetup>;
