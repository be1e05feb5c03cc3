import {
  ACCESS_KINDS,
  BREACH_STEPS,
  DATA_KINDS,
  LETTER_STATES,
  STEP_ENDS,
} from '@insuremanager/contracts/privacy/breachKinds';
import * as views from '@insuremanager/contracts/privacy/breachViews';
import { omitUndefined } from '@insuremanager/contracts/rules/objects';
import { GraphQLDateTime } from 'graphql-scalars';
import { type ClassType, Int } from 'type-graphql';
import { validated } from '../validated.js';
import { inputObject, inputType, objectType, type ValuesOf } from './describedTypes.js';
import { enumOf, enumType } from './enums.js';
import { rowsWanted } from './pageArgs.js';
import { costOfPage, LOOKUP_COST, ONCE_COST } from './queryCosts.js';
import { customerLink, recordChange } from './recordResolvers.js';
import './customerResolvers.js';
import './sharedTypes.js';
import { query, rootFields, VERSION_SEEN } from './rootFields.js';

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
const saved = recordChange({ typename: 'Breach', one: 'breach' }, Breach);

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

const StretchArg = inputObject('StretchInput', {
  userIds: { type: [Int], description: 'None: all users.' },
  from: GraphQLDateTime,
  to: { type: GraphQLDateTime, description: 'Not included.' },
  kinds: [AccessEnum],
});

const StepArg = inputObject('BreachStepInput', {
  step: StepEnum,
  end: EndEnum,
  doneAt: GraphQLDateTime,
});

const LARGEST_PAGE = 200;

/** A page of persons by the numbers of their customers. */
const PAGE = {
  first: { type: Int, nullable: true, defaultValue: 50 },
  after: { type: Int, nullable: true, description: 'The `nextCustomerId` of the page before.' },
} as const;

const pageOf = ({ first, after }: ValuesOf<typeof PAGE>) =>
  [Math.max(0, after ?? 0), rowsWanted(first ?? 50, LARGEST_PAGE)] as const;

const costOfRows = (first: unknown, childComplexity: number): number =>
  childComplexity * Number(first ?? 50) * 0.5;

const factsOf = ({ awareAt, input }: { awareAt: Date; input: object }): views.BreachInput =>
  validated(views.BreachInput, { ...omitUndefined(input), awareAt: awareAt.toISOString() });

const stretchOf = (stretch: InstanceType<typeof StretchArg>): views.StretchInput =>
  validated(views.StretchInput, {
    ...{ ...stretch, from: stretch.from.toISOString(), to: stretch.to.toISOString() },
  });

const fields = rootFields({
  breaches: query(
    [Breach],
    { complexity: 5 * LOOKUP_COST, description: 'The newest first.' },
    (_, { breaches }) => breaches.list(),
  ),

  breach: query(
    Details,
    { complexity: 10 * LOOKUP_COST, args: { id: Int } },
    ({ id }, { breaches }) => breaches.details(id),
  ),

  breachPersons: query(
    PersonPage,
    {
      description: 'Those who are confirmed, by the numbers of the customers.',
      complexity: costOfPage,
      args: { id: Int, ...PAGE },
    },
    ({ id, ...page }, { breaches }) => breaches.persons(id, ...pageOf(page)),
  ),

  breachStretch: query(
    Stretch,
    {
      description:
        'By what the log records: that somebody read a list, opened a record, searched or downloaded a document is not recorded.',
      complexity: ({ childComplexity, args }) =>
        ONCE_COST + costOfRows(args.first, childComplexity),
      args: { stretch: StretchArg, ...PAGE },
    },
    ({ stretch, ...page }, { breaches }) => breaches.stretch(stretchOf(stretch), ...pageOf(page)),
  ),

  openBreach: saved(
    { args: { awareAt: GraphQLDateTime, input: Facts } },
    (given, { breaches }, command) => breaches.open(factsOf(given), command),
  ),

  describeBreach: saved(
    {
      args: { id: Int, awareAt: GraphQLDateTime, input: Facts, expectedVersion: VERSION_SEEN },
    },
    ({ id, ...given }, { breaches }, command) => breaches.describe(id, factsOf(given), command),
  ),

  writeBreachLetter: saved(
    { args: { id: Int, input: LetterArg } },
    ({ id, input }, { breaches }, command) =>
      breaches.writeLetter(id, validated(views.LetterInput, input), command),
  ),

  confirmBreachPersons: saved(
    {
      description: 'Looks the stretch up once more and writes down whom it concerns.',
      complexity: ONCE_COST,
      args: { id: Int, stretch: StretchArg },
    },
    ({ id, stretch }, { breaches }, command) =>
      breaches.confirmPersons(id, stretchOf(stretch), command),
  ),

  clearBreachPersons: saved(
    { description: 'Before letters have been sent.', args: { id: Int } },
    ({ id }, { breaches }, command) => breaches.clearPersons(id, command),
  ),

  sendBreachLetters: saved(
    {
      description: 'From then on they are sent by email in the background, each once.',
      args: { id: Int },
    },
    ({ id }, { breaches }, command) => breaches.requestLetters(id, command),
  ),

  renewBreachLetters: saved(
    {
      description: 'Once more to those of whom it failed or is not known.',
      complexity: ONCE_COST,
      args: { id: Int },
    },
    ({ id }, { breaches }, command) => breaches.renewLetters(id, command),
  ),

  endBreachStep: saved(
    { args: { id: Int, input: StepArg } },
    ({ id, input: { step, end, doneAt } }, { breaches }, command) => {
      const input = validated(views.StepInput, { step, end, doneAt: doneAt.toISOString() });
      return breaches.endStep(id, input, command);
    },
  ),

  reopenBreachStep: saved(
    { description: 'It was ticked by mistake.', args: { id: Int, step: StepEnum } },
    ({ id, step }, { breaches }, command) => breaches.reopenStep(id, step, command),
  ),

  closeBreach: saved(
    { description: 'It stays readable.', args: { id: Int, input: Conclusion } },
    ({ id, input }, { breaches }, command) => {
      const { conclusion } = validated(views.ConclusionInput, omitUndefined(input));
      return breaches.close(id, conclusion, command);
    },
  ),
});

export const breachResolvers: ClassType[] = [
  fields,
  customerLink(StretchPerson),
  customerLink(Person),
];
