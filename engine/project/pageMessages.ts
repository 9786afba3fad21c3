/** Those of the sentences that every page needs at once: the others come with what says them. */
export const pageMessages = {
  unknown: 'An error occurred. Please try again later.',
  notFound: "That page wasn't found.",
} as const;
