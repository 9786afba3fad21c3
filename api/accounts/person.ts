/** A user with an account. */
export interface Person {
  id: string;
  email: string;
  /** Whether an email link has confirmed the address. */
  emailVerified: boolean;
  name: string;
  hasSubscription: boolean;
  /** Whether signing in requires a second factor. */
  twoFactor: boolean;
}

/** A sign-in: a browser with its secret acts for the user. */
export interface SignIn {
  secret: string;
  person: Person;
}

/** A sign-in that needs a second factor. */
export interface Challenge {
  /** Must be sent with the code. */
  challenge: string;
}

/** A user as the library returns it. */
export interface LibraryUser {
  id: string;
  email: string;
  emailVerified: boolean;
  name: string;
  hasSubscription?: boolean | null | undefined;
  twoFactorEnabled?: boolean | null | undefined;
}

/** Converts the library's user. */
export function toPerson({ id, email, emailVerified, name, ...user }: LibraryUser): Person {
  const [hasSubscription, twoFactor] = [user.hasSubscription === true, user.twoFactorEnabled === true];
  return { id, email, emailVerified, name, hasSubscription, twoFactor };
}
