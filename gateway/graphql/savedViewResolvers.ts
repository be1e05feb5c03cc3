import { omitUndefined } from '@insuremanager/contracts/rules/objects';
import * as views from '@insuremanager/contracts/savedViews/savedViews';
import { Int } from 'type-graphql';
import { requireAccess } from '../access/access.js';
import { validated } from '../validated.js';
import { viewAddress } from '../viewAddress.js';
import { inputObject, objectType } from './describedTypes.js';
import { enumType } from './enums.js';
import { LOOKUP_COST } from './queryCosts.js';
import { mutation, query, rootFields } from './rootFields.js';

const ViewedListEnum = enumType('ViewedList', views.VIEWED_LISTS);

const SavedView = objectType('SavedView', views.SavedView, {
  description: 'A list under a name: its columns, filters and sort.',
});

const ViewArg = inputObject(
  'SavedViewInput',
  {
    name: String,
    address: { type: String, description: 'What the list does not know is dropped.' },
    isShared: {
      type: Boolean,
      description: 'Everybody who may see the list has it. Needs views.share.',
    },
  },
  { description: 'What is left out stays as it is.', isPatch: true },
);

const NewViewArg = inputObject('NewSavedViewInput', {
  list: ViewedListEnum,
  name: String,
  address: { type: String, description: 'What the list does not know is dropped.' },
  isShared: {
    type: Boolean,
    defaultValue: false,
    description: 'Everybody who may see the list has it. Needs views.share.',
  },
});

export const savedViewResolvers = rootFields({
  savedViews: query(
    [SavedView],
    {
      description: 'The user’s own views of a list, and those that are shared, by name.',
      complexity: ({ childComplexity }) => LOOKUP_COST + 50 * childComplexity,
      args: { list: ViewedListEnum },
    },
    ({ list }, { savedViews, user }) => {
      requireAccess(user, views.VIEWED_LIST_RULES[list].access);
      return savedViews.list(list, user);
    },
  ),

  createSavedView: mutation(
    SavedView,
    {
      description: `A user can have ${views.MOST_VIEWS} views.`,
      complexity: LOOKUP_COST,
      args: { input: NewViewArg },
    },
    ({ input }, { savedViews, user }) => {
      const view = validated(views.NewView, { ...input });
      const { access, description } = views.VIEWED_LIST_RULES[view.list];
      requireAccess(user, access);
      return savedViews.create({ ...view, address: viewAddress(description, view.address) }, user);
    },
  ),

  updateSavedView: mutation(
    SavedView,
    {
      description: 'One’s own; shared ones with views.share.',
      complexity: LOOKUP_COST,
      args: { id: Int, input: ViewArg, expectedVersion: Int },
    },
    async ({ id, input, expectedVersion }, { savedViews, user }) => {
      const { address, ...patch } = validated(views.ViewPatch, omitUndefined({ ...input }));
      const { access, description } = views.VIEWED_LIST_RULES[await savedViews.listOf(id, user)];
      requireAccess(user, access);
      const changed =
        address === undefined ? patch : { ...patch, address: viewAddress(description, address) };
      return savedViews.update(id, changed, expectedVersion, user);
    },
  ),

  deleteSavedView: mutation(
    Boolean,
    {
      description: 'One’s own; shared ones with views.share.',
      complexity: LOOKUP_COST,
      args: { id: Int },
    },
    async ({ id }, { savedViews, user }) => {
      requireAccess(user, views.VIEWED_LIST_RULES[await savedViews.listOf(id, user)].access);
      await savedViews.delete(id, user);
      return true;
    },
  ),
});
