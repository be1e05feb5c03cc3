import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from './userInputs.js';

/** Of 0 to 4, as zxcvbn counts: about 10^8 guesses and more. */
const LEAST_SCORE = 3;
/** How much of a password is looked at: what follows only makes it stronger, and takes time. */
const LOOKED_AT = 64;
/** What is easy to guess of anybody here. */
const OUR_WORDS = ['insuremanager', 'insurance', 'policy', 'premium', 'agency', 'agent', 'kerala'];

export interface PasswordVerdict {
  /** From 0, guessed at once, to 4. */
  readonly score: number;
  /** A sentence that says why it cannot be chosen; null when it can. */
  readonly fault: string | null;
}

/**
 * Whether a password can be chosen: long enough, hard to guess, and none of those that leaked most
 * often elsewhere. The lists are large and are loaded when they are first asked for; nothing of the
 * password leaves the machine.
 * @param words that an attacker would try first: the username, the email address, the agency's name
 */
export async function judgePassword(
  password: string,
  words: readonly string[],
): Promise<PasswordVerdict> {
  const { check, isLeaked } = await loadEstimator();
  const known = [...words, ...OUR_WORDS].flatMap(partsOf);
  const { score, feedback } = check(password.slice(0, LOOKED_AT), known);
  const length = [...password].length;
  const fault = ((): string | null => {
    if (length < SHORTEST_PASSWORD)
      return `A password has at least ${SHORTEST_PASSWORD} characters.`;
    if (password.length > LONGEST_PASSWORD) {
      return `Password can have at most ${LONGEST_PASSWORD} characters.`;
    }
    if (isLeaked(password)) {
      return 'This password is too easy to guess: it is on the list of most leaked passwords.';
    }
    if (score >= LEAST_SCORE) return null;
    const why = reasonOf(feedback.warning);
    return `This password is too easy to guess: ${why} Several unrelated words make a strong one.`;
  })();
  return { score: length < SHORTEST_PASSWORD ? Math.min(score, 1) : score, fault };
}

/** An email address is guessed by its parts too. */
const partsOf = (word: string): string[] =>
  [word, ...word.split(/[^\p{L}\p{N}]+/u)].filter(Boolean);

const reasonOf = (warning: string | null): string =>
  warning
    ? warning.charAt(0).toLowerCase() + warning.slice(1)
    : 'a computer can guess it within minutes.';

interface Estimator {
  check(
    password: string,
    words: string[],
  ): { readonly score: number; readonly feedback: { readonly warning: string | null } };
  isLeaked(password: string): boolean;
}

let estimator: Promise<Estimator> | undefined;

function loadEstimator(): Promise<Estimator> {
  estimator ??= makeEstimator().catch((error: unknown) => {
    // A browser may be offline for a moment: the next call loads again.
    estimator = undefined;
    throw error;
  });
  return estimator;
}

async function makeEstimator(): Promise<Estimator> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  const zxcvbn = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    translations: {
      ...english.translations,
      warnings: {
        ...english.translations.warnings,
        userInputs: 'It contains your name, your email address or the name of this site.',
      },
    },
    maxLength: LOOKED_AT,
  });
  const leaked = new Set<string>(common.dictionary['passwords-common']);
  return {
    check: (password, words) => zxcvbn.check(password, words),
    isLeaked: (password) => leaked.has(password.toLowerCase()),
  };
}
