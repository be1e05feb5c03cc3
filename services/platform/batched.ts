/**
 * Puts together what is asked for in one turn of the event loop, so that work that goes on side by
 * side needs one round trip for all. Everybody gets the answer to all of it, or its error.
 */
export function batched<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<Answer>,
): (questions: readonly Question[]) => Promise<Answer> {
  let gathered: { readonly questions: Question[]; readonly answer: Promise<Answer> } | null = null;

  const gather = () => {
    const questions: Question[] = [];
    const turn = new Promise<void>((resolve) => setImmediate(resolve));
    const answer = turn.then(() => {
      gathered = null;
      return ask(questions);
    });
    return { questions, answer };
  };

  return (questions) => {
    gathered ??= gather();
    for (const question of questions) gathered.questions.push(question);
    return gathered.answer;
  };
}
