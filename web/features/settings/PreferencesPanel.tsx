import { useApolloClient } from '@apollo/client/react';
import { Button, Checkbox, HTMLSelect, Radio, RadioGroup } from '@blueprintjs/core';
import { LANGUAGE_LABELS, LANGUAGES } from '@insuremanager/contracts/customers/customerFields';
import { THEMES, type UserPreferences } from '@insuremanager/contracts/identity/userInputs';
import {
  NOTIFICATION_KINDS,
  type NotificationKind,
  notificationKindsOf,
} from '@insuremanager/contracts/notifications/notificationViews';
import type { NotificationKind as KindInGraphql } from '../../data/operations.generated';
import { KIND_HEADINGS } from '../../records/notifications/kindHeadings';
import { STEPS_SEEN } from '../../session/firstStepsSeen';
import { useCurrentUser } from '../../session/SessionProvider';
import { usePreferences } from '../../session/usePreferences';
import { useAllowed } from '../../ui/allowed';
import { FormField } from '../../ui/FormField';
import { labelOf } from '../../ui/labels';
import { remember } from '../../ui/remembered';
import { SectionCard } from '../../ui/SectionCard';
import { useToast } from '../../ui/toaster/Toaster';
import './settings.css';

/** What each user chooses for themselves; saved as soon as it is chosen. */
export default function PreferencesPanel() {
  const { preferences, save } = usePreferences();
  const { role } = useCurrentUser();
  const client = useApolloClient();
  const showToast = useToast();
  const hasBell = useAllowed('notifications.read');
  const {
    theme,
    language,
    mutedNotifications: muted,
    emailOnNewDevice,
    singleKeyShortcuts,
    putAway,
  } = preferences;

  const choose = async (changed: Partial<UserPreferences>) => {
    if (!(await save(changed))) return;
    showToast({ title: 'Preferences Saved' });
    if (changed.mutedNotifications) await client.refetchQueries({ include: ['Notifications'] });
  };

  return (
    <div className="settings-cards">
      <SectionCard title="Appearance">
        <RadioGroup
          label="Theme"
          inline
          name="theme"
          selectedValue={theme}
          onChange={({ currentTarget: { value } }) => {
            const chosen = THEMES.find((one) => one === value);
            if (chosen) void choose({ theme: chosen });
          }}
        >
          {THEMES.map((one) => (
            <Radio key={one} value={one} label={labelOf(one)} />
          ))}
        </RadioGroup>
        <p className="muted">
          System follows your device. Your choice applies wherever you sign in.
        </p>
      </SectionCard>
      <SectionCard title="Keyboard">
        <Checkbox
          label="Shortcuts of a single key"
          checked={singleKeyShortcuts}
          onChange={({ currentTarget: { checked } }) =>
            void choose({ singleKeyShortcuts: checked })
          }
        />
        <p className="muted">
          Such as C to add a customer, or J for the next record. Turn them off if you type by voice.
          Press ? for the list, or open it from the user menu.
        </p>
      </SectionCard>
      {putAway.length > 0 && (
        <SectionCard title="Guides">
          <Button
            onClick={() => {
              // They are looked for again, also where this browser has seen them done.
              remember(STEPS_SEEN, '');
              void choose({ putAway: [] });
            }}
          >
            Show Hidden Guides Again
          </Button>
        </SectionCard>
      )}
      <SectionCard title="Emails to you">
        <FormField label="Language" hint="The screens are in English">
          {({ intent: _intent, ...field }) => (
            <HTMLSelect
              {...field}
              options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_LABELS[value] }))}
              value={language}
              onChange={({ currentTarget: { value } }) => {
                const chosen = LANGUAGES.find((one) => one === value);
                if (chosen) void choose({ language: chosen });
              }}
            />
          )}
        </FormField>
        <Checkbox
          label="Email me when I sign in on a new device"
          checked={emailOnNewDevice}
          onChange={({ currentTarget: { checked } }) => void choose({ emailOnNewDevice: checked })}
        />
      </SectionCard>
      {hasBell && (
        <SectionCard title="Notifications">
          <fieldset className="settings-choices">
            <legend>Shown under the bell</legend>
            {notificationKindsOf(role).map((kind) => (
              <Checkbox
                key={kind}
                label={headingOf(kind)}
                checked={!muted.includes(kind)}
                onChange={({ currentTarget: { checked } }) =>
                  void choose({
                    mutedNotifications: NOTIFICATION_KINDS.filter((one) =>
                      one === kind ? !checked : muted.includes(one),
                    ),
                  })
                }
              />
            ))}
          </fieldset>
        </SectionCard>
      )}
    </div>
  );
}

/** A name in GraphQL has no hyphen. */
const headingOf = (kind: NotificationKind): string =>
  KIND_HEADINGS[kind.replaceAll('-', '_') as KindInGraphql];
