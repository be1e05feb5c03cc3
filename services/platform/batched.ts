/**
 * Batches the questions of one turn of the event loop, so that concurrent work needs one round trip.
 * Each caller gets the answer to the whole batch, or its error.
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
