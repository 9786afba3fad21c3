/** Messages that every page needs at once; the others are loaded with the code that shows them. */
export const pageMessages = {
  unknown: 'An error occurred. Please try again later.',
  projectTooLarge: 'A project file can be at most 8 MB.',
  notFound: "That page wasn't found.",
} as const;
