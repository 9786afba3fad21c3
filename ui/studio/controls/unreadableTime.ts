/** Said of what was typed and is no time. */
export const UNREADABLE_TIME = 'Enter a time such as 00:05.00.';
