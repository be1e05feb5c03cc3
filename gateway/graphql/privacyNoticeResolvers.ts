import { NoticeUse as NoticeUseView } from '@insuremanager/contracts/customers/consentViews';
import {
  noticeFields,
  PrivacyNoticeInput,
} from '@insuremanager/contracts/privacyNotices/noticeFields';
import { PrivacyNotice as NoticeView } from '@insuremanager/contracts/privacyNotices/noticeViews';
import { Int } from 'type-graphql';
import { validated } from '../validated.js';
import { inputType, objectType } from './describedTypes.js';
import { change, query, rootFields } from './rootFields.js';

const Notice = objectType('PrivacyNotice', NoticeView, {
  description: 'A version of what is shown before consent is asked for, in three languages.',
});
const NoticeUse = objectType('PrivacyNoticeUse', NoticeUseView);
const NoticeArg = inputType('PrivacyNoticeInput', noticeFields, { requiresFields: true });

export const privacyNoticeResolvers = rootFields({
  privacyNotices: query(
    [Notice],
    { description: 'Every published version, the newest first: this is the one to be shown.' },
    (_, { privacyNotices }) => privacyNotices.list(),
  ),

  privacyNoticeUse: query(
    [NoticeUse],
    { description: 'How many customers’ standing consents rest on each version that has some.' },
    (_, { customers }) => customers.noticeUse(),
  ),

  publishPrivacyNotice: change(
    Notice,
    {
      description: 'Publishes the next version; refused where another one was published since.',
      args: {
        input: NoticeArg,
        basedOn: { type: Int, description: 'The newest version that its writer saw.' },
      },
    },
    ({ input, basedOn }, { privacyNotices }, command) =>
      privacyNotices.publish(validated(PrivacyNoticeInput, input), basedOn, command),
  ),
});
