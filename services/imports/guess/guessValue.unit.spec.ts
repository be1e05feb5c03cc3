import { IMPORT_TARGETS, SHEET_KINDS } from '@insuremanager/contracts/imports/importTargets';
import { describe, expect, it } from 'vitest';
import { guessValue } from './guessValue.js';

describe('what the text of a choice means', () => {
  it('is the option itself in any letter case and spelling', () => {
    for (const kind of SHEET_KINDS) {
      for (const [field, target] of Object.entries(IMPORT_TARGETS[kind])) {
        for (const option of ('options' in target && target.options) || []) {
          const spoken = option.replaceAll('_', ' ').toUpperCase();
          expect([field, option, guessValue(kind, field, spoken)]).toEqual([field, option, option]);
        }
      }
    }
  });

  it.each([
    ['vehicle', 'coverType', 'what the customer wants'],
    ['vehicle', 'coverType', ''],
    ['customers', 'name', 'Family'],
    ['health', 'coverType', 'Compr.'],
    ['vehicle', 'ncbPercent', '30'],
  ] as const)('of %s, %s is unknown: %s', (kind, field, text) => {
    expect(guessValue(kind, field, text)).toBeNull();
  });
});
