import { InputGroup } from '@blueprintjs/core';
import { WebhookInput } from '@insuremanager/contracts/webhooks/webhookViews';
import { useState } from 'react';
import { useCommands } from '../../data/commands';
import { operation } from '../../data/operation';
import {
  AddWebhookDocument,
  UpdateWebhookDocument,
  type WebhooksQuery,
} from '../../data/operations.generated';
import { sentenceFor } from '../../data/problems';
import { FormDialog } from '../../ui/FormDialog';
import { FormField } from '../../ui/FormField';
import { useToast } from '../../ui/toaster/Toaster';

interface WebhookDialogProps {
  /** Null: a new one. */
  webhook: WebhooksQuery['webhooks'][number] | null;
  /** @param secret of a new one, which is told now and not again */
  onClose: (secret?: string | null) => void;
}

type Errors = Partial<Record<string, string>>;

export function WebhookDialog({ webhook, onClose }: WebhookDialogProps) {
  const send = useCommands();
  const showToast = useToast();
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [description, setDescription] = useState(webhook?.description ?? '');
  const [errors, setErrors] = useState<Errors>({});

  const save = async () => {
    const { data: input, error } = WebhookInput.safeParse({ url, description });
    const wrong = (error?.issues ?? []).map((one) => [String(one.path[0]), one.message]);
    setErrors(Object.fromEntries(wrong));
    if (!input) return;
    const repeatable = { content: JSON.stringify(input) };
    const added = (commandId: string) => operation(AddWebhookDocument, { input, commandId });
    const changed = (commandId: string) =>
      operation(UpdateWebhookDocument, { id: webhook?.id ?? 0, input, commandId });
    const answer = webhook ? await send(changed, repeatable) : await send(added, repeatable);
    if (!answer.failure)
      return onClose('addWebhook' in answer.data ? answer.data.addWebhook.secret : null);
    const named = answer.failure.problem?.fields ?? [];
    setErrors(Object.fromEntries(named.map(({ field, message }) => [field, message])));
    if (named.length > 0) return;
    const why = sentenceFor(answer.failure, 'Failed to save. Please try again.');
    showToast({ title: 'Error', description: why, tone: 'destructive' });
  };

  return (
    <FormDialog
      title={webhook ? 'Edit webhook' : 'Add webhook'}
      submitLabel={webhook ? 'Save' : 'Add'}
      onClose={() => onClose()}
      onSubmit={save}
    >
      <FormField
        label="Address"
        required
        hint="Messages are posted there from now on"
        error={errors.url}
      >
        {(field) => (
          <InputGroup
            {...field}
            fill
            type="url"
            value={url}
            onValueChange={setUrl}
            placeholder="https://example.in/insuremanager"
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </FormField>
      <FormField label="Name" hint="Which system it is" error={errors.description}>
        {(field) => (
          <InputGroup
            {...field}
            fill
            value={description}
            onValueChange={setDescription}
            maxLength={100}
            autoComplete="off"
          />
        )}
      </FormField>
    </FormDialog>
  );
}
