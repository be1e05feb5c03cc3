import { STATEMENTS_PATH } from '@insuremanager/contracts/commission/commissionKinds';
import { Problem } from '@insuremanager/contracts/problem';
import { useEffect, useRef, useState } from 'react';
import { newCommandId } from '../../data/commands';
import { parsedJson } from '../../data/problems';
import { sendForm } from '../../data/sendForm';

const NO_ANSWER = 'The server did not respond. Look whether the lines are there, then try again.';

/** Sends an insurer's file to its statement. @param onTaken once its lines are there */
export function useStatementUpload(id: number, onTaken: () => void) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const breakOff = useRef<(() => void) | null>(null);
  useEffect(() => () => breakOff.current?.(), []);
  const send = ([file]: readonly File[]) => {
    if (!file || isBusy) return;
    const form = new FormData();
    form.set('file', file, file.name);
    setBusy(true);
    setProblem(null);
    const ended = (sentence: string | null) => {
      setBusy(false);
      setProblem(sentence);
      if (sentence === null) onTaken();
    };
    breakOff.current = sendForm({
      ...{ path: `${STATEMENTS_PATH}/${id}/lines`, form, commandId: newCommandId() },
      onProgress: () => undefined,
      onAnswer: (status, body) =>
        ended(
          status === 200 ? null : (Problem.safeParse(parsedJson(body)).data?.error ?? NO_ANSWER),
        ),
      onLost: () => ended(NO_ANSWER),
    });
  };
  return { send, isBusy, problem };
}
