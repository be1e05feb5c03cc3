import type {
  FieldChange as FieldChangeView,
  HistoryEntry as HistoryEntryView,
} from '@insuremanager/contracts/history';
import { GraphQLDateTime } from 'graphql-scalars';
import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType()
export class HistoryActor {
  @Field(() => Int)
  userId!: number;
  @Field(() => String)
  username!: string;
  @Field(() => String)
  role!: string;
}

@ObjectType()
export class FieldChange implements FieldChangeView {
  @Field(() => String)
  field!: string;
  @Field(() => String)
  label!: string;
  @Field(() => String, { nullable: true })
  before!: string | null;
  @Field(() => String, { nullable: true })
  after!: string | null;
}

@ObjectType({ description: 'One event of a record, in words.' })
export class HistoryEntry implements HistoryEntryView {
  @Field(() => Int, { description: 'The version that the record had after it.' })
  version!: number;
  @Field(() => String)
  type!: string;
  @Field(() => GraphQLDateTime)
  at!: string;
  @Field(() => HistoryActor)
  actor!: HistoryActor;
  @Field(() => String)
  summary!: string;
  @Field(() => [FieldChange])
  changes!: FieldChange[];
}
