/** Those of the sentences that every page needs at once: the others come with what says them. */
export const pageMessages = {
  unknown: 'An error occurred. Please try again later.',
  projectTooLarge: 'A project file can be at most 8 MB.',
  notFound: "That page wasn't found.",
} as const;
