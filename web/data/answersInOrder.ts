import { ApolloLink } from '@apollo/client';
import { mergeMap, type Observable, of } from 'rxjs';

/**
 * What is shown never goes back: an answer that arrives after the answer to a later question for the
 * same is older than what is shown, and is asked for anew.
 */
export function answersInOrder(): ApolloLink {
  /** By question, when the last one that was answered had been asked. */
  const answered = new Map<string, number>();
  let count = 0;
  return new ApolloLink((operation, forward) => {
    const { operationType, operationName, variables } = operation;
    if (operationType !== 'query') return forward(operation);
    const question = operationName + JSON.stringify(variables);
    const ask = (): Observable<ApolloLink.Result> => {
      count += 1;
      const asked = count;
      return forward(operation).pipe(
        mergeMap((answer) => {
          if ((answered.get(question) ?? 0) > asked) return ask();
          answered.set(question, asked);
          return of(answer);
        }),
      );
    };
    return ask();
  });
}
