import { LANGUAGES } from '@insuremanager/contracts/customers/customerFields';
import { PrivacyNoticePublished } from '@insuremanager/contracts/privacyNotices/noticeEvents';
import {
  NOTICE_PARTS,
  noticeFieldOf,
  PrivacyNoticeInput,
} from '@insuremanager/contracts/privacyNotices/noticeFields';
import { recorded, scenario } from '@insuremanager/deploy/testing/scenario';
import { describe, expect, it } from 'vitest';
import { BUILT_IN_NOTICE } from './builtInNotice.js';
import { type PublishNotice, privacyNoticeDecider } from './privacyNotice.js';

const { given } = scenario(privacyNoticeDecider);

const changed = { ...BUILT_IN_NOTICE, enComplaints: 'Write to the owner.' };
const second = PrivacyNoticePublished({ version: 2, text: changed });
const publish = (text: typeof changed): PublishNotice => ({ type: 'PublishNotice', text });

describe('the privacy notice', () => {
  it('is there from the beginning, whole in every language', () => {
    expect(PrivacyNoticeInput.parse(BUILT_IN_NOTICE)).toEqual(BUILT_IN_NOTICE);
    const scripts = { en: /^[^\u0900-\u0D7F]+$/, ml: /[\u0D00-\u0D7F]/, hi: /[\u0900-\u097F]/ };
    for (const language of LANGUAGES) {
      for (const part of NOTICE_PARTS) {
        expect(BUILT_IN_NOTICE[noticeFieldOf(language, part)]).toMatch(scripts[language]);
      }
    }
  });

  it('is published as the next version, and the ones before stay as they were', () => {
    given().when(publish(changed)).then(second);
    const { evolve, initial } = privacyNoticeDecider;
    const notices = recorded([second]).reduce(evolve, initial);
    expect(notices.map(({ version }) => version)).toEqual([2, 1]);
    expect(notices[1]).toEqual({ version: 1, text: BUILT_IN_NOTICE, published: null });
  });

  it('may go back to what an older version said', () =>
    given(second)
      .when(publish({ ...changed, ...BUILT_IN_NOTICE }))
      .then(PrivacyNoticePublished({ version: 3, text: BUILT_IN_NOTICE })));

  it('is published once', () => {
    given()
      .when(publish({ ...changed, ...BUILT_IN_NOTICE }))
      .thenNothing();
    given(second).when(publish(changed)).thenNothing();
  });

  it.each(LANGUAGES)('is refused while a part is missing (%s)', (language) => {
    const field = noticeFieldOf(language, 'Withdrawal');
    const { error } = PrivacyNoticeInput.safeParse({ ...BUILT_IN_NOTICE, [field]: ' ' });
    expect(error?.issues.map(({ path }) => path)).toEqual([[field]]);
  });
});
