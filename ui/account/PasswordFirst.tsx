/** Replaces forms that require a password, for an account without one. */
export function PasswordFirst() {
  return <p className="soft">Set a password first.</p>;
}
