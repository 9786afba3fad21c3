/** What a project and what is made of it are called before somebody names them. */
export const UNNAMED = 'Untitled project';
