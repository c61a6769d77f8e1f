/** Asks for the name under which the filters are saved. A name that is there already is saved again. */
import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { mostViews, viewKey } from '#shared/ledger/saved-views.ts';
import { holdsCardNumber } from '#shared/texts/card-numbers.ts';
import { textLimits } from '#shared/text-limits.ts';
import { Dialog, DialogFoot } from '#renderer/ui/dialog.tsx';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { useText } from '#renderer/words/i18n.ts';
import type { ViewsDesk } from './use-views.ts';
import { Form } from '#renderer/ui/parts.tsx';

export function SaveViewDialog({ desk }: { readonly desk: ViewsDesk }) {
  const { t } = useText();
  const renamed = desk.lastName;
  const [name, setName] = useState(renamed ?? '');
  const [tried, setTried] = useState(false);
  const isKnown = desk.views.some((view) => viewKey(view.name) === viewKey(name));
  const mayRename = renamed !== null && viewKey(renamed) !== viewKey(name) && name.trim() !== '';
  const issueOf = (former: string | null): string | null => {
    if (name.trim() === '') return t('history:views.noName');
    if (holdsCardNumber(name)) return t('charge:issue.card-number-here');
    const isFull = desk.views.length >= mostViews && !isKnown && former === null;
    return isFull ? t('history:views.full', { max: mostViews }) : null;
  };
  const save = (former: string | null): void => {
    setTried(true);
    if (issueOf(former) === null) desk.save(name.trim(), former);
  };
  return (
    <Dialog onClose={desk.leave} title={t('history:views.save')}>
      <Form onSend={() => save(null)}>
        <Stack gap={16}>
          <TextInput
            data-autofocus
            label={t('history:views.name')}
            description={t('history:views.saveHint')}
            maxLength={textLimits.viewName}
            autoComplete="off"
            error={tried ? issueOf(null) : undefined}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {desk.failure !== null && <FailureNotice failure={desk.failure} />}
          <DialogFoot>
            <Button variant="default" onClick={desk.leave}>
              {t('action.cancel')}
            </Button>
            {mayRename && (
              <Button variant="default" onClick={() => save(renamed)}>
                {t('history:views.rename', { name: renamed })}
              </Button>
            )}
            <Button type="submit" loading={desk.isSaving}>
              {t(isKnown ? 'history:views.replace' : 'history:views.save')}
            </Button>
          </DialogFoot>
        </Stack>
      </Form>
    </Dialog>
  );
}
