import {
  ACCESS_KINDS,
  type AccessKind,
  BREACH_STEPS,
  type BreachStep,
  DATA_KINDS,
  LETTER_STATES,
  STEP_ENDS,
  type StepEnd,
} from '@insuremanager/contracts/privacy/breachKinds';
import * as views from '@insuremanager/contracts/privacy/breachViews';
import { omitUndefined } from '@insuremanager/contracts/rules/objects';
import type {
  CommandContext,
  SavedRecord,
} from '@insuremanager/services/platform/commands/command';
import { GraphQLDateTime } from 'graphql-scalars';
import {
  Arg,
  Args,
  ArgsType,
  type ClassType,
  Ctx,
  Field,
  ID,
  InputType,
  Int,
  Mutation,
  Query,
  Resolver,
} from 'type-graphql';
import { validated } from '../validated.js';
import { inputObject, inputType, objectType } from './describedTypes.js';
import { enumOf, enumType } from './enums.js';
import { commandOf, type GraphqlContext } from './graphqlContext.js';
import { rowsWanted } from './pageArgs.js';
import { CHANGE_COST, costOfPage, LOOKUP_COST, ONCE_COST } from './queryCosts.js';
import { customerLink, type Saved, savedAs, savedType } from './recordResolvers.js';
import './customerResolvers.js';
import './sharedTypes.js';

const StepEnum = enumType('BreachStep', BREACH_STEPS);
const EndEnum = enumType('BreachStepEnd', STEP_ENDS);
const AccessEnum = enumType('AccessKind', ACCESS_KINDS);
enumType('DataKind', DATA_KINDS);
enumType('LetterState', LETTER_STATES);
const LanguageEnum = enumOf(views.LetterText.shape.language.options);

objectType('BreachClock', views.BreachClock, { description: 'What is owed, and until when.' });
objectType('ConfirmedStretch', views.ConfirmedStretch);
objectType('BreachLetterText', views.LetterText);
objectType('BreachLetterCounts', views.LetterCounts);
const Breach = objectType('Breach', views.BreachView, {
  description: 'A breach of personal data.',
});
const Details = objectType('BreachDetails', views.BreachDetails);
const StretchPerson = objectType('StretchPerson', views.StretchPerson, {
  description: 'A customer whose data somebody had access to.',
});
objectType('StretchList', views.StretchList);
const Stretch = objectType('Stretch', views.StretchView, {
  description: 'Whose data a stretch of the access log concerns.',
});
const Person = objectType('BreachPerson', views.BreachPerson);
const PersonPage = objectType('BreachPersons', views.BreachPersonPage);
const NAMES = { typename: 'Breach', one: 'breach' };
const SavedBreach = savedType(NAMES, Breach);
type SavedView = Saved<string, views.BreachView>;

const Facts = inputType('BreachFacts', views.breachFields, { requiresFields: true });
const Conclusion = inputType('BreachConclusion', views.conclusionFields, { requiresFields: true });

const LetterTextArg = inputObject('BreachLetterTextInput', {
  language: LanguageEnum,
  happened: String,
  consequences: String,
  measures: String,
  advice: String,
});

const LetterArg = inputObject('BreachLetterInput', {
  contact: String,
  texts: { type: [LetterTextArg], description: 'At least in English.' },
});

@InputType('StretchInput')
class StretchArg {
  @Field(() => [Int], { description: 'None: all users.' })
  userIds!: number[];
  @Field(() => GraphQLDateTime)
  from!: Date;
  @Field(() => GraphQLDateTime, { description: 'Not included.' })
  to!: Date;
  @Field(() => [AccessEnum])
  kinds!: AccessKind[];
}

@InputType('BreachStepInput')
class StepArg {
  @Field(() => StepEnum)
  step!: BreachStep;
  @Field(() => EndEnum)
  end!: StepEnd;
  @Field(() => GraphQLDateTime)
  doneAt!: Date;
}

const LARGEST_PAGE = 200;

/** A page of persons by the numbers of their customers. */
@ArgsType()
class PersonPageArgs {
  @Field(() => Int, { nullable: true, defaultValue: 50 })
  first?: number | null;
  @Field(() => Int, { nullable: true, description: 'The `nextCustomerId` of the page before.' })
  after?: number | null;
}

const pageOf = ({ first, after }: PersonPageArgs) =>
  [Math.max(0, after ?? 0), rowsWanted(first ?? 50, LARGEST_PAGE)] as const;

const CHANGE = { complexity: CHANGE_COST };

const changed = async (
  context: GraphqlContext,
  commandId: string,
  change: (
    breaches: GraphqlContext['breaches'],
    command: CommandContext,
  ) => Promise<SavedRecord<views.BreachView>>,
  expectedVersion?: number | null,
): Promise<SavedView> => {
  const command = commandOf(context, commandId, expectedVersion);
  return savedAs(NAMES.one, context, await change(context.breaches, command));
};

const stretchOf = ({ userIds, from, to, kinds }: StretchArg): views.StretchInput =>
  validated(views.StretchInput, {
    ...{ userIds, from: from.toISOString(), to: to.toISOString(), kinds },
  });

@Resolver()
class BreachResolver {
  @Query(() => [Breach], { complexity: 5 * LOOKUP_COST, description: 'The newest first.' })
  breaches(@Ctx() { breaches }: GraphqlContext): Promise<views.BreachView[]> {
    return breaches.list();
  }

  @Query(() => Details, { complexity: 10 * LOOKUP_COST })
  breach(
    @Arg('id', () => Int) id: number,
    @Ctx() { breaches }: GraphqlContext,
  ): Promise<views.BreachDetails> {
    return breaches.details(id);
  }

  @Query(() => PersonPage, {
    complexity: costOfPage,
    description: 'Those who are confirmed, by the numbers of the customers.',
  })
  breachPersons(
    @Arg('id', () => Int) id: number,
    @Args(() => PersonPageArgs) page: PersonPageArgs,
    @Ctx() { breaches }: GraphqlContext,
  ): Promise<views.BreachPersonPage> {
    return breaches.persons(id, ...pageOf(page));
  }

  @Query(() => Stretch, {
    complexity: ({ childComplexity, args }) => ONCE_COST + costOfRows(args.first, childComplexity),
    description:
      'By what the log records: that somebody read a list, opened a record, searched or downloaded a document is not recorded.',
  })
  breachStretch(
    @Arg('stretch', () => StretchArg) stretch: StretchArg,
    @Args(() => PersonPageArgs) page: PersonPageArgs,
    @Ctx() { breaches }: GraphqlContext,
  ): Promise<views.StretchView> {
    return breaches.stretch(stretchOf(stretch), ...pageOf(page));
  }

  @Mutation(() => SavedBreach, CHANGE)
  openBreach(
    @Arg('awareAt', () => GraphQLDateTime) awareAt: Date,
    @Arg('input', () => Facts) input: object,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<SavedView> {
    const facts = factsOf(awareAt, input);
    return changed(context, commandId, (breaches, command) => breaches.open(facts, command));
  }

  @Mutation(() => SavedBreach, CHANGE)
  describeBreach(
    @Arg('id', () => Int) id: number,
    @Arg('awareAt', () => GraphQLDateTime) awareAt: Date,
    @Arg('input', () => Facts) input: object,
    @Arg('expectedVersion', () => Int, { nullable: true }) expectedVersion: number | null,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<SavedView> {
    const facts = factsOf(awareAt, input);
    const change: Parameters<typeof changed>[2] = (breaches, command) =>
      breaches.describe(id, facts, command);
    return changed(context, commandId, change, expectedVersion);
  }

  @Mutation(() => SavedBreach, CHANGE)
  writeBreachLetter(
    @Arg('id', () => Int) id: number,
    @Arg('input', () => LetterArg) input: object,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<SavedView> {
    const letter = validated(views.LetterInput, input);
    return changed(context, commandId, (breaches, command) =>
      breaches.writeLetter(id, letter, command),
    );
  }

  @Mutation(() => SavedBreach, {
    complexity: ONCE_COST,
    description: 'Looks the stretch up once more and writes down whom it concerns.',
  })
  confirmBreachPersons(
    @Arg('id', () => Int) id: number,
    @Arg('stretch', () => StretchArg) stretch: StretchArg,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<SavedView> {
    const wanted = stretchOf(stretch);
    return changed(context, commandId, (breaches, command) =>
      breaches.confirmPersons(id, wanted, command),
    );
  }

  @Mutation(() => SavedBreach, { ...CHANGE, description: 'Before letters have been sent.' })
  clearBreachPersons(
    @Arg('id', () => Int) id: number,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<SavedView> {
    return changed(context, commandId, (breaches, command) => breaches.clearPersons(id, command));
  }

  @Mutation(() => SavedBreach, {
    ...CHANGE,
    description: 'From then on they are sent by email in the background, each once.',
  })
  sendBreachLetters(
    @Arg('id', () => Int) id: number,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<SavedView> {
    return changed(context, commandId, (breaches, command) => breaches.requestLetters(id, command));
  }

  @Mutation(() => SavedBreach, {
    complexity: ONCE_COST,
    description: 'Once more to those of whom it failed or is not known.',
  })
  renewBreachLetters(
    @Arg('id', () => Int) id: number,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<SavedView> {
    return changed(context, commandId, (breaches, command) => breaches.renewLetters(id, command));
  }

  @Mutation(() => SavedBreach, CHANGE)
  endBreachStep(
    @Arg('id', () => Int) id: number,
    @Arg('input', () => StepArg) { step, end, doneAt }: StepArg,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<SavedView> {
    const input = validated(views.StepInput, { step, end, doneAt: doneAt.toISOString() });
    return changed(context, commandId, (breaches, command) => breaches.endStep(id, input, command));
  }

  @Mutation(() => SavedBreach, { ...CHANGE, description: 'It was ticked by mistake.' })
  reopenBreachStep(
    @Arg('id', () => Int) id: number,
    @Arg('step', () => StepEnum) step: BreachStep,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<SavedView> {
    return changed(context, commandId, (breaches, command) =>
      breaches.reopenStep(id, step, command),
    );
  }

  @Mutation(() => SavedBreach, { ...CHANGE, description: 'It stays readable.' })
  closeBreach(
    @Arg('id', () => Int) id: number,
    @Arg('input', () => Conclusion) input: object,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<SavedView> {
    const { conclusion } = validated(views.ConclusionInput, omitUndefined(input));
    return changed(context, commandId, (breaches, command) =>
      breaches.close(id, conclusion, command),
    );
  }
}

const factsOf = (awareAt: Date, input: object): views.BreachInput =>
  validated(views.BreachInput, { ...omitUndefined(input), awareAt: awareAt.toISOString() });

const costOfRows = (first: unknown, childComplexity: number): number =>
  childComplexity * Number(first ?? 50) * 0.5;

export const breachResolvers: ClassType[] = [
  BreachResolver,
  customerLink(StretchPerson),
  customerLink(Person),
];
