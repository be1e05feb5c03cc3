import { AgencySettingsInput } from '@insuremanager/contracts/agency/agencyFields';
import * as views from '@insuremanager/contracts/agency/agencyViews';
import { GST_CLASSES } from '@insuremanager/contracts/rules/gst';
import { GraphQLLocalDate } from 'graphql-scalars';
import { Int } from 'type-graphql';
import { validated } from '../validated.js';
import { answerObject, inputObject, objectType } from './describedTypes.js';
import { enumType } from './enums.js';
import { change, query, rootFields, VERSION_SEEN } from './rootFields.js';
import { HistoryEntry, Warning } from './sharedTypes.js';

const GstClassEnum = enumType('GstClass', GST_CLASSES);

objectType('GstRate', views.GstRateView, {
  description: 'A rate of goods and services tax that the agency has added to the statutory ones.',
});
objectType('AgencyLogo', views.LogoView);
const Agency = objectType('Agency', views.AgencyView, {
  description: 'What the screens of every user show of the agency.',
});
const Settings = objectType('AgencySettings', views.AgencySettingsView, {
  description: 'All settings of the agency, as they are in effect.',
});

const GstRateArg = inputObject('GstRateInput', {
  what: GstClassEnum,
  from: { type: GraphQLLocalDate, description: 'The first day on which it applies.' },
  percent: Int,
});

const SettingsArg = inputObject(
  'AgencySettingsInput',
  {
    name: String,
    address: String,
    phone: String,
    email: String,
    website: String,
    licence: { type: String, description: 'Of the broker at IRDAI.' },
    gstin: String,
    upiAddress: String,
    socialLinks: { type: [String], description: 'Addresses that begin with https://.' },
    gstRates: { type: [GstRateArg], description: 'Beside the statutory rates.' },
    retentionYears: Int,
    requestDays: Int,
    leadPincodes: { type: String, nullable: true },
    ownBook: {
      type: Boolean,
      description: 'Agents see their own customers, and those without an owner, instead of all.',
    },
  },
  { description: 'What is left out stays as it is.', isPatch: true },
);

const ChangedSettings = answerObject('ChangedAgencySettings', {
  settings: Settings,
  warnings: [Warning],
});

export const agencyResolvers = rootFields({
  agency: query(Agency, {}, (_, { agency }) => agency.view()),

  agencySettings: query(Settings, {}, (_, { agency }) => agency.settings()),

  agencySettingsHistory: query(
    [HistoryEntry],
    { description: 'Every change in words, the oldest first.' },
    (_, { agency }) => agency.history(),
  ),

  changeAgencySettings: change(
    ChangedSettings,
    {
      description: 'The logo is changed by REST: PUT and DELETE /api/agency/logo.',
      args: { input: SettingsArg, expectedVersion: VERSION_SEEN },
    },
    ({ input }, { agency }, command) =>
      agency.change(validated(AgencySettingsInput, input), command),
  ),
});
