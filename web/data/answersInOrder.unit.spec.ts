import { ApolloLink, execute, gql } from '@apollo/client';
import { Subject } from 'rxjs';
import { beforeEach, describe, expect, it } from 'vitest';
import { answersInOrder } from './answersInOrder';

const BOARD = gql`query Board($month: String) { board(month: $month) }`;
const MOVE = gql`mutation Move($month: String) { move(month: $month) }`;

/** What was asked and not yet answered, in this order. */
let sent: Subject<ApolloLink.Result>[];
let shown: unknown[];
let link: ApolloLink;

beforeEach(() => {
  [sent, shown] = [[], []];
  const gateway = new ApolloLink(() => {
    const answer = new Subject<ApolloLink.Result>();
    sent.push(answer);
    return answer;
  });
  link = ApolloLink.from([answersInOrder(), gateway]);
});

const ask = (month: string, query = BOARD) =>
  execute(link, { query, variables: { month } }, { client: undefined as never }).subscribe(
    ({ data }) => shown.push(data?.board ?? data?.move),
  );

const answer = (nth: number, board: string) => {
  sent[nth]?.next({ data: { board } });
  sent[nth]?.complete();
};

describe('answers in order', () => {
  it('shows answers as they come, in the order of their questions', () => {
    ask('june');
    ask('june');
    answer(0, 'before');
    answer(1, 'after');
    expect(shown).toEqual(['before', 'after']);
    expect(sent).toHaveLength(2);
  });

  it('asks anew for what was overtaken by a later question for the same', () => {
    ask('june');
    ask('june');
    answer(1, 'after the first move');
    answer(0, 'before any move');
    expect(shown).toEqual(['after the first move']);
    answer(2, 'after the second move');
    expect(shown).toEqual(['after the first move', 'after the second move']);
  });

  it('asks as often as it is overtaken', () => {
    ask('june');
    ask('june');
    answer(1, 'first');
    answer(0, 'late');
    ask('june');
    answer(3, 'third');
    answer(2, 'late again');
    answer(4, 'fourth');
    expect(shown).toEqual(['first', 'third', 'fourth']);
  });

  it('leaves other questions alone', () => {
    ask('june');
    ask('july');
    answer(1, 'july');
    answer(0, 'june');
    expect(shown).toEqual(['july', 'june']);
    expect(sent).toHaveLength(2);
  });

  it('never sends a command twice', () => {
    ask('june', MOVE);
    ask('june', MOVE);
    answer(1, 'second');
    answer(0, 'first');
    expect(shown).toEqual(['second', 'first']);
    expect(sent).toHaveLength(2);
  });
});
