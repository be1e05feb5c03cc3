import { NoticeUse as NoticeUseView } from '@insuremanager/contracts/customers/consentViews';
import {
  noticeFields,
  PrivacyNoticeInput,
} from '@insuremanager/contracts/privacyNotices/noticeFields';
import { PrivacyNotice as NoticeView } from '@insuremanager/contracts/privacyNotices/noticeViews';
import { Arg, type ClassType, Ctx, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import { validated } from '../validated.js';
import { inputType, objectType } from './describedTypes.js';
import { commandOf, type GraphqlContext } from './graphqlContext.js';
import { CHANGE_COST, LOOKUP_COST } from './queryCosts.js';

const Notice = objectType('PrivacyNotice', NoticeView, {
  description: 'A version of what is shown before consent is asked for, in three languages.',
});
const NoticeUse = objectType('PrivacyNoticeUse', NoticeUseView);
const NoticeArg = inputType('PrivacyNoticeInput', noticeFields, { requiresFields: true });

@Resolver()
class PrivacyNoticeResolver {
  @Query(() => [Notice], {
    description: 'Every published version, the newest first: this is the one to be shown.',
    complexity: LOOKUP_COST,
  })
  privacyNotices(@Ctx() { privacyNotices }: GraphqlContext): Promise<NoticeView[]> {
    return privacyNotices.list();
  }

  @Query(() => [NoticeUse], {
    description: 'How many customers’ standing consents rest on each version that has some.',
    complexity: LOOKUP_COST,
  })
  privacyNoticeUse(@Ctx() { customers }: GraphqlContext): Promise<NoticeUseView[]> {
    return customers.noticeUse();
  }

  @Mutation(() => Notice, {
    description: 'Publishes the next version; refused where another one was published since.',
    complexity: CHANGE_COST,
  })
  publishPrivacyNotice(
    @Arg('input', () => NoticeArg) input: object,
    @Arg('basedOn', () => Int, { description: 'The newest version that its writer saw.' })
    basedOn: number,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<NoticeView> {
    const text = validated(PrivacyNoticeInput, input);
    return context.privacyNotices.publish(text, basedOn, commandOf(context, commandId));
  }
}

export const privacyNoticeResolvers: ClassType[] = [PrivacyNoticeResolver];
