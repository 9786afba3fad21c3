import { config } from 'zod/v4/core';

// The page's security policy allows no code made from text, which schemas would be compiled to when they are made.
// So this stands before every other import of the page. Of the schema library only this one switch is loaded here.
config({ jitless: true });
