/** Default name of projects and results. */
export const UNNAMED = 'Untitled project';
