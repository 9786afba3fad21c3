/**
 * Words and phrases that readers stumble over, as regular expressions, each with what to write instead. Add a word once
 * the last one of its kind is rewritten.
 */
type Banned = readonly (readonly [pattern: string, instead: string])[];

/** Everywhere. */
export const banned: Banned = [
  ['whoever', 'a role: owner, user, visitor, operator'],
  ['anew', 'again'],
  ['nobody', 'no user, no process …'],
  ['somebody', 'a user, the user …'],
  ['that which|those which', 'a noun'],
  ['that (is|are) none|one that is no', 'invalid, missing, empty'],
  ['beside', 'next to, inside, vs.; besides'],
  ['told', 'reported, passed, sent, identified'],
  ['left out|leaves? out', 'skipped, omitted; default'],
  ['asked for', 'requested'],
  ['given up|giv(e|es|ing) up', 'fails, aborts, is deleted, expires'],
  ['come(s)? and go(es)?', 'enters and exits'],
  ['come to (its|their) ends?', 'finish'],
  ['at hand|to be had|cannot be had', 'available, unavailable'],
  ['is not there|are not there', 'missing, does not exist'],
  ['mend(s|ed)?', 'fix, correct'],
  ['tidying', 'sweep, cleanup'],
  ['for who|who runs the server', 'operator'],
  ['shall|upon|thereof|hereby|whence|thence|wherein', 'plain words'],
  ['colour\\w*|centre\\w*|grey\\w*|behaviour\\w*|favourite\\w*|licence\\w*', 'American spelling'],
];

/** In test titles too, with the fragments that they used to have. */
export const bannedInTitles: Banned = [
  ...banned.filter(([pattern]) => !/^(told|left out|asked for|is not there|shall)/.test(pattern)),
  ['is told|are told', 'is notified, sees a message'],
  ['left out|leaves out', 'skipped, omitted'],
  ['is asked for', 'is requested'],
  ['held', 'frozen, pressed, locked'],
  ['heard|is made|goes on', 'audible, is created, continues'],
  ['what is', 'a noun'],
];

/** Texts with a banned word that stay: texts of the specification, names, and content of templates. */
export const allowed: readonly RegExp[] = [
  /\bcould not be read and (is|are) left out: lines? /,
  /unpack it as “.*”, and run it beside that/,
  /^Projects are saved in your account\. Some .* are not there yet;/,
  // Licenses and shaders.
  /^MIT License\s|^This is free and unencumbered software/,
  /\bvec4 beside\b/,
];
