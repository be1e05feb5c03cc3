import { omitUndefined } from '@insuremanager/contracts/rules/objects';
import * as views from '@insuremanager/contracts/savedViews/savedViews';
import { Arg, type ClassType, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import { requireAccess } from '../access/access.js';
import { validated } from '../validated.js';
import { viewAddress } from '../viewAddress.js';
import { inputObject, objectType } from './describedTypes.js';
import { enumType } from './enums.js';
import type { GraphqlContext } from './graphqlContext.js';
import { LOOKUP_COST } from './queryCosts.js';

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

const CHANGE = { complexity: LOOKUP_COST };

@Resolver()
class SavedViewResolver {
  @Query(() => [SavedView], {
    description: 'The user’s own views of a list, and those that are shared, by name.',
    complexity: ({ childComplexity }) => LOOKUP_COST + 50 * childComplexity,
  })
  savedViews(
    @Arg('list', () => ViewedListEnum) list: views.ViewedList,
    @Ctx() { savedViews, user }: GraphqlContext,
  ): Promise<readonly views.SavedView[]> {
    requireAccess(user, views.VIEWED_LIST_RULES[list].access);
    return savedViews.list(list, user);
  }

  @Mutation(() => SavedView, {
    ...CHANGE,
    description: `A user can have ${views.MOST_VIEWS} views.`,
  })
  createSavedView(
    @Arg('input', () => NewViewArg) input: object,
    @Ctx() { savedViews, user }: GraphqlContext,
  ): Promise<views.SavedView> {
    const view = validated(views.NewView, { ...input });
    const { access, description } = views.VIEWED_LIST_RULES[view.list];
    requireAccess(user, access);
    return savedViews.create({ ...view, address: viewAddress(description, view.address) }, user);
  }

  @Mutation(() => SavedView, {
    ...CHANGE,
    description: 'One’s own; shared ones with views.share.',
  })
  async updateSavedView(
    @Arg('id', () => Int) id: number,
    @Arg('input', () => ViewArg) input: object,
    @Arg('expectedVersion', () => Int) expectedVersion: number,
    @Ctx() { savedViews, user }: GraphqlContext,
  ): Promise<views.SavedView> {
    const { address, ...patch } = validated(views.ViewPatch, omitUndefined({ ...input }));
    const { access, description } = views.VIEWED_LIST_RULES[await savedViews.listOf(id, user)];
    requireAccess(user, access);
    const changed =
      address === undefined ? patch : { ...patch, address: viewAddress(description, address) };
    return savedViews.update(id, changed, expectedVersion, user);
  }

  @Mutation(() => Boolean, {
    ...CHANGE,
    description: 'One’s own; shared ones with views.share.',
  })
  async deleteSavedView(
    @Arg('id', () => Int) id: number,
    @Ctx() { savedViews, user }: GraphqlContext,
  ): Promise<boolean> {
    requireAccess(user, views.VIEWED_LIST_RULES[await savedViews.listOf(id, user)].access);
    await savedViews.delete(id, user);
    return true;
  }
}

export const savedViewResolvers: ClassType[] = [SavedViewResolver];
