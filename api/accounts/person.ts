/** A person with an account. */
export interface Person {
  id: string;
  email: string;
  /** Whether a link in an email proved that the address is theirs. */
  emailVerified: boolean;
  name: string;
  hasSubscription: boolean;
}

/** A sign-in: a browser that sends its secret acts for the person. */
export interface SignIn {
  secret: string;
  person: Person;
}

/** A person as the library tells of one. */
export interface LibraryUser {
  id: string;
  email: string;
  emailVerified: boolean;
  name: string;
  hasSubscription?: boolean | null;
}

/** Makes a person of the library's user. */
export function toPerson({ id, email, emailVerified, name, hasSubscription }: LibraryUser): Person {
  return { id, email, emailVerified, name, hasSubscription: hasSubscription === true };
}
