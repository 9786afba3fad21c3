/** Error for text that is not a time. */
export const UNREADABLE_TIME = 'Enter a time such as 00:05.00.';
