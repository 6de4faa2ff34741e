import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { JournalEntry, reverseJournalEntry } from '#contract/books/journal-entries.ts'
import { call } from '../../../shared/api/call.ts'
import { useIdempotentSubmission } from '../../../shared/api/use-idempotent-submission.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { OFFICE_PAGES } from '../../../shared/office-pages.ts'
import { showError } from '../../../shared/show-error.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/dialogs/dialog.tsx'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { TextField } from '../../../shared/ui/forms/field.tsx'
import { reloadOffice } from '../../layout/office-query.ts'
import { PROPOSED_TEXT } from '../../proposals/proposed.ts'

type Props = { entry: JournalEntry; open: boolean; onClose: () => void }

/** An entry is never changed: another one with the sides exchanged takes it back. */
export function ReverseDialog({ entry, open, onClose }: Props) {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const { submit, retry, sending, unknown } = useIdempotentSubmission(
    (reason: string, idempotencyKey) =>
      call<typeof reverseJournalEntry>('POST', '/admin/journal-entries/:id/reverse', {
        params: { id: entry._id },
        body: reason ? { text: reason } : {},
        idempotencyKey,
      }),
    {
      onDone: ({ entryId }) => {
        showToast({ message: t(PROPOSED_TEXT) })
        onClose()
        void reloadOffice()
        void navigate(`${OFFICE_PAGES.journalEntries.to}/${entryId}`)
      },
      onRefused: (error) => showError(error),
    },
  )
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('Reverse the entry')}
      intro={t(
        'Another entry with the sides exchanged takes it back, dated today. A second member of staff confirms it.',
      )}
    >
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (unknown) retry()
          else submit(text.trim())
        }}
      >
        <TextField
          label={t('Text')}
          hint={t('Empty: the text of the entry.')}
          maxLength={200}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={sending}>
            {unknown ? t('Try again') : t('Propose reversal')}
          </Button>
          <Button variant="quiet" disabled={sending} onClick={onClose}>
            {t('Cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
