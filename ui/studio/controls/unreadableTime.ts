/** Said of what was typed and is no time. */
export const UNREADABLE_TIME = 'Please type a time such as 00:05.00.';
