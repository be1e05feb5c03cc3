import {
  LOG_PROBLEMS,
  LogFinding,
  LogIntegrity,
  LogVerification,
  SignedLogHead,
  VerificationInput,
} from '@insuremanager/contracts/integrity/integrityViews';
import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { validated } from '../validated.js';
import { inputObject, objectType } from './describedTypes.js';
import { enumType } from './enums.js';
import { commandOf, type GraphqlContext } from './graphqlContext.js';
import { CHANGE_COST, LOOKUP_COST } from './queryCosts.js';

enumType('LogProblem', LOG_PROBLEMS);
objectType('LogFinding', LogFinding, {
  description: 'Something of the log that is not as it was. It holds nothing personal.',
});
objectType('LogVerification', LogVerification);
objectType('SignedLogHead', SignedLogHead, {
  description: 'The root of the tree over the log, signed: for whoever keeps it elsewhere.',
});
const Integrity = objectType('LogIntegrity', LogIntegrity, {
  description: 'Whether anybody has touched the past.',
});

const KeptHeadArg = inputObject(
  'KeptHead',
  {
    name: { type: String, description: 'Of the file.' },
    note: String,
  },
  { description: 'A signed head that somebody has kept.' },
);

@Resolver()
export class IntegrityResolver {
  @Query(() => Integrity, { complexity: LOOKUP_COST })
  logIntegrity(@Ctx() { integrity }: GraphqlContext): Promise<LogIntegrity> {
    return integrity.view();
  }

  @Mutation(() => Integrity, {
    description: 'Begins to compare the log with what was signed of it; it goes on by itself.',
    complexity: CHANGE_COST,
  })
  verifyLog(
    @Arg('heads', () => [KeptHeadArg], { nullable: true }) heads: object[] | null,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<LogIntegrity> {
    const command = commandOf(context, commandId);
    return context.integrity.verify(validated(VerificationInput, { heads: heads ?? [] }), command);
  }
}
