import { config } from 'zod';

// The page's security policy allows no code made from text, which schemas would be compiled to when they are made.
// So this is run before any module that makes schemas is loaded.
config({ jitless: true });
