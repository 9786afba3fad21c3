/** In place of a form that needs a password, for an account that has none. */
export function PasswordFirst() {
  return <p className="soft">Set a password first.</p>;
}
