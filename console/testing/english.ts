import { messages as consoleMessages } from '../../contract/src/locales/en/console.ts';
import { messages as signInMessages } from '../../contract/src/locales/en/sign-in.ts';
import { setTexts } from '../src/language/texts.ts';

// Tests of the console read its texts in English, as a page does once its catalogs are loaded.
setTexts('en', { ...signInMessages, ...consoleMessages });
