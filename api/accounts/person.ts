/** A person with an account. */
export interface Person {
  id: string;
  email: string;
  /** Whether a link in an email proved that the address is theirs. */
  emailVerified: boolean;
  name: string;
  hasSubscription: boolean;
  /** Whether a sign-in asks for a code, too. */
  twoFactor: boolean;
}

/** A sign-in: a browser that sends its secret acts for the person. */
export interface SignIn {
  secret: string;
  person: Person;
}

/** A sign-in that wants a code, too. */
export interface Challenge {
  /** Sent with the code. */
  challenge: string;
}

/** A person as the library tells of one. */
export interface LibraryUser {
  id: string;
  email: string;
  emailVerified: boolean;
  name: string;
  hasSubscription?: boolean | null | undefined;
  twoFactorEnabled?: boolean | null | undefined;
}

/** Makes a person of the library's user. */
export function toPerson({ id, email, emailVerified, name, ...user }: LibraryUser): Person {
  const [hasSubscription, twoFactor] = [user.hasSubscription === true, user.twoFactorEnabled === true];
  return { id, email, emailVerified, name, hasSubscription, twoFactor };
}
