import {
  LOG_PROBLEMS,
  LogFinding,
  LogIntegrity,
  LogVerification,
  SignedLogHead,
  VerificationInput,
} from '@insuremanager/contracts/integrity/integrityViews';
import { validated } from '../validated.js';
import { inputObject, objectType } from './describedTypes.js';
import { enumType } from './enums.js';
import { change, query, rootFields } from './rootFields.js';

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

export const integrityResolvers = rootFields({
  logIntegrity: query(Integrity, {}, (_, { integrity }) => integrity.view()),

  verifyLog: change(
    Integrity,
    {
      description: 'Begins to compare the log with what was signed of it; it goes on by itself.',
      args: { heads: { type: [KeptHeadArg], nullable: true } },
    },
    ({ heads }, { integrity }, command) =>
      integrity.verify(validated(VerificationInput, { heads: heads ?? [] }), command),
  ),
});
