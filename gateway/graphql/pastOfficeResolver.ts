import {
  PAST_OFFICE_STATES,
  PastOffice as PastOfficeView,
} from '@insuremanager/contracts/pastOffices/pastOfficeViews';
import { DayType, objectType } from './describedTypes.js';
import { enumType } from './enums.js';
import { change, query, rootFields } from './rootFields.js';

enumType('PastOfficeState', PAST_OFFICE_STATES);
const Office = objectType('PastOffice', PastOfficeView, {
  description:
    'The whole office as it was at the end of a day: read-only, below `/as-of/2026-03-31`, with the same screens, the same GraphQL and the same REST.',
});

export const pastOfficeResolvers = rootFields({
  pastOffice: query(
    Office,
    { nullable: true, description: 'Null where it is not open', args: { day: DayType } },
    ({ day }, { pastOffices }) => pastOffices.find(day),
  ),

  pastOffices: query([Office], {}, (_, { pastOffices }) => pastOffices.list()),

  openPastOffice: change(
    Office,
    {
      description: 'Begins to make the office of a day, or finds it; it goes on by itself.',
      args: { day: DayType },
    },
    ({ day }, { pastOffices }, command) => pastOffices.open(day, command),
  ),
});
