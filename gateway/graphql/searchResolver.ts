import { SHORTEST_SEARCH } from '@insuremanager/contracts/search/searchLimits';
import { ALL_GROUPS, SEARCH_GROUPS } from '@insuremanager/contracts/search/searchViews';
import { type ClassType, Field, ObjectType } from 'type-graphql';
import { type Found, searchEverything } from '../globalSearch.js';
import { objectType } from './describedTypes.js';
import { LOOKUP_COST } from './queryCosts.js';
import { customerLink } from './recordResolvers.js';
import { query, rootFields } from './rootFields.js';
import { BoundedCount } from './sharedTypes.js';

interface Owned {
  customerId: number;
}

/** The best matches of one kind, and how many there are. */
function matchesType(name: string, Match: ClassType): ClassType {
  const named = { [name]: class extends BoundedCount {} };
  const Matches = named[name] as ClassType;
  Field(() => [Match])(Matches.prototype, 'items');
  ObjectType(name)(Matches);
  return Matches;
}

@ObjectType({ description: 'The best matches of each kind, and how many there are.' })
class SearchResults {}

/** What names whose it is. */
const owned: ClassType[] = [];
for (const group of ALL_GROUPS) {
  const { type, Match, isOwned } = SEARCH_GROUPS[group];
  const Item: ClassType = objectType<object>(type, Match);
  const Matches = matchesType(`${type}es`, Item);
  Field(() => Matches)(SearchResults.prototype, group);
  if (isOwned) owned.push(Item);
}

export const searchResolvers: ClassType[] = [
  rootFields({
    search: query(
      SearchResults as ClassType<Found>,
      {
        description: `Texts of fewer than ${SHORTEST_SEARCH} characters find nothing.`,
        complexity: ALL_GROUPS.length * LOOKUP_COST,
        args: { query: String },
      },
      ({ query: text }, context) => searchEverything(context, context.user, 'query', text),
    ),
  }),
  ...owned.map((Match) => customerLink(Match as ClassType<Owned>)),
];
