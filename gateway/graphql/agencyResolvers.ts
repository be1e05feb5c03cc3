import { AgencySettingsInput } from '@insuremanager/contracts/agency/agencyFields';
import * as views from '@insuremanager/contracts/agency/agencyViews';
import type { HistoryEntry as HistoryEntryView } from '@insuremanager/contracts/history';
import { GST_CLASSES } from '@insuremanager/contracts/rules/gst';
import type { Warning as WarningView } from '@insuremanager/contracts/rules/warning';
import { GraphQLLocalDate } from 'graphql-scalars';
import {
  Arg,
  type ClassType,
  Ctx,
  Field,
  ID,
  Int,
  Mutation,
  ObjectType,
  Query,
  Resolver,
} from 'type-graphql';
import { validated } from '../validated.js';
import { inputObject, objectType } from './describedTypes.js';
import { enumType } from './enums.js';
import { commandOf, type GraphqlContext } from './graphqlContext.js';
import { CHANGE_COST, LOOKUP_COST } from './queryCosts.js';
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
    socialLinks: { type: [String], description: 'Addresses that begin with https://.' },
    gstRates: { type: [GstRateArg], description: 'Beside the statutory rates.' },
    retentionYears: Int,
    requestDays: Int,
    ownBook: {
      type: Boolean,
      description: 'Agents see their own customers, and those without an owner, instead of all.',
    },
  },
  { description: 'What is left out stays as it is.', isPatch: true },
);

@ObjectType('ChangedAgencySettings')
class ChangedSettings {
  @Field(() => Settings)
  settings!: views.AgencySettingsView;
  @Field(() => [Warning])
  warnings!: readonly WarningView[];
}

@Resolver()
class AgencyResolver {
  @Query(() => Agency, { complexity: LOOKUP_COST })
  agency(@Ctx() { agency }: GraphqlContext): Promise<views.AgencyView> {
    return agency.view();
  }

  @Query(() => Settings, { complexity: LOOKUP_COST })
  agencySettings(@Ctx() { agency }: GraphqlContext): Promise<views.AgencySettingsView> {
    return agency.settings();
  }

  @Query(() => [HistoryEntry], {
    description: 'Every change in words, the oldest first.',
    complexity: LOOKUP_COST,
  })
  agencySettingsHistory(@Ctx() { agency }: GraphqlContext): Promise<HistoryEntryView[]> {
    return agency.history();
  }

  @Mutation(() => ChangedSettings, {
    description: 'The logo is changed by REST: PUT and DELETE /api/agency/logo.',
    complexity: CHANGE_COST,
  })
  changeAgencySettings(
    @Arg('input', () => SettingsArg) input: object,
    @Arg('expectedVersion', () => Int, { nullable: true }) expectedVersion: number | null,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<ChangedSettings> {
    const command = commandOf(context, commandId, expectedVersion);
    return context.agency.change(validated(AgencySettingsInput, input), command);
  }
}

export const agencyResolvers: ClassType[] = [AgencyResolver];
