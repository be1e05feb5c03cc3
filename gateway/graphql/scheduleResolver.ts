import {
  PolicySchedule as PolicyScheduleView,
  ScheduleField as ScheduleFieldView,
} from '@insuremanager/contracts/schedules/scheduleViews';
import { Int } from 'type-graphql';
import { objectType } from './describedTypes.js';
import { enumType } from './enums.js';
import { ONCE_COST } from './queryCosts.js';
import { query, rootFields } from './rootFields.js';

enumType('PolicyField', ScheduleFieldView.shape.field.options);
objectType('ScheduleField', ScheduleFieldView, {
  description: 'A field of a policy, as a schedule says it, and where it says so.',
});
const PolicySchedule = objectType('PolicySchedule', PolicyScheduleView, {
  description: 'What the text of an insurer’s policy schedule says of a policy. Nothing is kept.',
});

export const scheduleResolvers = rootFields({
  policySchedule: query(
    PolicySchedule,
    {
      description:
        'What a PDF of a customer says of a policy, to be checked by a person. Refused with a sentence when it is locked, damaged, a scan, or too heavy.',
      // Each is read for up to ten seconds.
      complexity: ONCE_COST,
      args: { documentId: Int },
    },
    ({ documentId }, { schedules }) => schedules.read(documentId),
  ),
});
