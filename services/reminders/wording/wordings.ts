import type { Language } from '@insuremanager/contracts/customers/customerFields';
import { en } from './en.js';
import { hi } from './hi.js';
import { ml } from './ml.js';
import type { Wording } from './wording.js';

export const WORDINGS: Readonly<Record<Language, Wording>> = { en, ml, hi };
