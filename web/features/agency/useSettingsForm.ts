import { AgencySettingsInput } from '@insuremanager/contracts/agency/agencyFields';
import { pick } from '@insuremanager/contracts/rules/objects';
import { useEffect, useState } from 'react';
import { type EditRules, fieldsOf, isSame, type Rebased, rebased } from '../../ui/record/rebased';
import { useToast } from '../../ui/toaster/Toaster';
import {
  type AgencySettings,
  type LoadedSettings,
  SAVE_FAILED,
  sentenceOfFailure,
  useReloadAgency,
  useSaveSettings,
} from './useAgencySettings';

/** What is typed into one group of the settings, as texts. */
export type Texts<Field extends string> = Record<Field, string>;

export interface GroupRules<Field extends string> extends EditRules<AgencySettings, Texts<Field>> {
  /** What the gateway is sent of a field. */
  toInput: (field: Field, text: string) => unknown;
}

interface Options<Field extends string> {
  loaded: LoadedSettings;
  rules: GroupRules<Field>;
  markUnsaved: (isUnsaved: boolean) => void;
}

/** One group of the settings while it is edited; it is saved by itself. */
export interface SettingsFormState<Field extends string> {
  readonly values: Texts<Field>;
  /** Of fields that were left, or all once it was tried to save them. */
  readonly errors: Partial<Texts<Field>>;
  readonly isUnsaved: boolean;
  readonly isBusy: boolean;
  /** What others did meanwhile. */
  readonly stale: Rebased<AgencySettings, Texts<Field>> | null;
  type(field: Field, text: string): void;
  leave(field: Field): void;
  /** Takes what others typed, for a field or for all. */
  takeTheirs(field?: Field): void;
  reset(): void;
  save(): Promise<void>;
}

export function useSettingsForm<Field extends string>(
  options: Options<Field>,
): SettingsFormState<Field> {
  const { loaded, rules, markUnsaved } = options;
  const send = useSaveSettings();
  const reload = useReloadAgency();
  const showToast = useToast();
  const [base, setBase] = useState(loaded.settings);
  const [values, setValues] = useState(() => rules.formOf(loaded.settings));
  const [left, setLeft] = useState<ReadonlySet<Field>>(new Set());
  const [stale, setStale] = useState<Rebased<AgencySettings, Texts<Field>> | null>(null);
  const [isBusy, setBusy] = useState(false);
  const fields = fieldsOf<Texts<Field>>(rules) as Field[];
  /** The fields of which the texts say something else; one line more or less says the same. */
  const differing = (one: Texts<Field>, other: Texts<Field>) =>
    fields.filter(
      (field) =>
        one[field] !== other[field] &&
        !isSame(
          accepted(field, rules.toInput(field, one[field])),
          rules.toInput(field, other[field]),
        ),
    );

  // Another version has been loaded: what is typed here goes on top of it.
  useEffect(() => {
    if (loaded.settings.version === base.version) return;
    const onTop = rebased(rules, base, loaded.settings, values, loaded.history);
    const theirs = rules.formOf(loaded.settings);
    const mine = differing(onTop.values, theirs);
    setBase(loaded.settings);
    setValues({ ...theirs, ...pick(onTop.values, mine) });
    if (onTop.contests.some(({ field }) => mine.includes(field))) setStale(onTop);
  });

  const before = rules.formOf(base);
  const changed = differing(values, before);
  const isUnsaved = changed.length > 0;
  useEffect(() => markUnsaved(isUnsaved), [markUnsaved, isUnsaved]);

  const input = Object.fromEntries(changed.map((one) => [one, rules.toInput(one, values[one])]));
  const found = issuesOf<Field>(input);
  const errors = Object.fromEntries(
    Object.entries(found).filter(([field]) => left.has(field as Field)),
  ) as Partial<Texts<Field>>;

  return {
    values,
    errors,
    isUnsaved,
    isBusy,
    stale,
    type: (field, text) => setValues((now) => ({ ...now, [field]: text })),
    leave: (field) => setLeft((now) => new Set(now).add(field)),
    takeTheirs: (field) =>
      setValues((now) => (field ? { ...now, [field]: before[field] } : { ...before })),
    reset() {
      setValues(before);
      setLeft(new Set());
      setStale(null);
    },
    async save() {
      setLeft(new Set(fields));
      if (isBusy || !isUnsaved || Object.keys(found).length > 0) return;
      setBusy(true);
      let failure = await send(input, base.version);
      while (failure?.code === 'STALE_VERSION') {
        const now = await reload();
        if (!now) break;
        if (differing(rules.formOf(now.settings), before).length > 0) {
          // What others did stands in the form itself.
          setStale(rebased(rules, base, now.settings, values, now.history));
          return setBusy(false);
        }
        // Settings of other groups were saved meanwhile, which are no matter of this one.
        failure = await send(input, now.settings.version);
      }
      if (failure === null) {
        setStale(null);
        setLeft(new Set());
        showToast({ title: 'Settings Saved' });
        await reload();
      } else {
        const description = sentenceOfFailure(failure);
        if (description) showToast({ title: SAVE_FAILED, description, tone: 'destructive' });
      }
      setBusy(false);
    },
  };
}

/** A value as it is kept, or as it is where it cannot be. */
const accepted = (field: string, value: unknown): unknown => {
  const { data } = AgencySettingsInput.safeParse({ [field]: value });
  return data ? data[field as keyof AgencySettingsInput] : value;
};

/** What is wrong, by the field; the first of each. */
function issuesOf<Field extends string>(input: object): Partial<Texts<Field>> {
  const issues = AgencySettingsInput.safeParse(input).error?.issues ?? [];
  const said = issues.map(({ path: [field, index], message }) => [
    field,
    typeof index === 'number' ? `Line ${index + 1}: ${message}` : message,
  ]);
  return Object.fromEntries(said.toReversed());
}
