import type { BoundedCount as BoundedCountView } from '@insuremanager/contracts/lists';
import type { Warning as WarningView } from '@insuremanager/contracts/rules/warning';
import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType()
export class BoundedCount implements BoundedCountView {
  @Field(() => Int)
  count!: number;
  @Field(() => Boolean, { description: 'False: there are more than this.' })
  exact!: boolean;
}

@ObjectType({ description: 'Something that is accepted and yet looks wrong.' })
export class Warning implements WarningView {
  @Field(() => String)
  field!: string;
  @Field(() => String)
  code!: string;
  @Field(() => String)
  message!: string;
}
