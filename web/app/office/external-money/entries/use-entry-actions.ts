import type { BankStatementEntryDetails } from '#contract/external-money/bank-statements.ts'
import type {
  bookStatementEntry,
  ignoreStatementEntry,
  matchStatementEntry,
  returnStatementEntry,
  undoStatementEntry,
} from '#contract/external-money/statement-entry-acts.ts'
import type { Text } from '#contract/text.ts'
import { ApiError } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/call.ts'
import { queryClient } from '../../../shared/api/query-client.ts'
import { useIdempotentSubmission } from '../../../shared/api/use-idempotent-submission.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { showError } from '../../../shared/show-error.ts'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { reloadOffice } from '../../layout/office-query.ts'
import { PROPOSED_TEXT } from '../../proposals/proposed.ts'
import { entryQuery, storeEntry } from './entries-query.ts'
import type { EntryTarget } from './entry-targets.ts'

/** The code of an account of the chart, and what colleagues read. */
export type ChartBooking = { account: string; text: string }

type Callbacks = {
  onDone: (entry: BankStatementEntryDetails) => void
  /** The entry is not what this page showed: why, once the entry has been read again. */
  onConflict: (error: ApiError) => void
}

/** The answer is shown at once; lists and counts follow. */
function finish(entry: BankStatementEntryDetails, doneText: Text) {
  storeEntry(entry)
  showToast({ message: entry.waitsFor ? t(PROPOSED_TEXT) : doneText })
  void reloadOffice()
}

/** Of two who decide at once, one is told so and sees what the other did. */
async function refuse(error: unknown, id: string, onConflict: Callbacks['onConflict']) {
  if (!(error instanceof ApiError) || error.status !== 409) return showError(error)
  await queryClient.fetchQuery({ ...entryQuery(id), staleTime: 0 }).catch(() => null)
  onConflict(error)
  void reloadOffice()
}

/** An act can book money, so a repeated request has the same key. */
function useEntryAct<Body>(
  id: string,
  send: (body: Body, idempotencyKey: string) => Promise<BankStatementEntryDetails>,
  doneText: Text,
  { onDone, onConflict }: Callbacks,
) {
  return useIdempotentSubmission(send, {
    onDone: (entry) => {
      finish(entry, doneText)
      onDone(entry)
    },
    onUnknown: (error) => void refuse(error, id, onConflict),
    onRefused: (error) => void refuse(error, id, onConflict),
  })
}

export const useMatchEntry = (id: string, callbacks: Callbacks) =>
  useEntryAct(
    id,
    (body: EntryTarget, idempotencyKey) =>
      call<typeof matchStatementEntry>('POST', '/admin/bank-statements/lines/:id/match', {
        params: { id },
        body,
        idempotencyKey,
      }),
    t('Line booked'),
    callbacks,
  )

export const useIgnoreEntry = (id: string, callbacks: Callbacks) =>
  useEntryAct(
    id,
    (reason: string, idempotencyKey) =>
      call<typeof ignoreStatementEntry>('POST', '/admin/bank-statements/lines/:id/ignore', {
        params: { id },
        body: { reason },
        idempotencyKey,
      }),
    t('Line ignored'),
    callbacks,
  )

export const useReturnEntry = (id: string, callbacks: Callbacks) =>
  useEntryAct(
    id,
    (reason: string, idempotencyKey) =>
      call<typeof returnStatementEntry>('POST', '/admin/bank-statements/lines/:id/return', {
        params: { id },
        body: { reason },
        idempotencyKey,
      }),
    t('The money goes back to its sender'),
    callbacks,
  )

export const useBookEntry = (id: string, callbacks: Callbacks) =>
  useEntryAct(
    id,
    (body: ChartBooking, idempotencyKey) =>
      call<typeof bookStatementEntry>('POST', '/admin/bank-statements/lines/:id/book', {
        params: { id },
        body,
        idempotencyKey,
      }),
    t('Line booked'),
    callbacks,
  )

export const useUndoEntry = (id: string, callbacks: Callbacks) =>
  useEntryAct<void>(
    id,
    (_, idempotencyKey) =>
      call<typeof undoStatementEntry>('POST', '/admin/bank-statements/lines/:id/undo', {
        params: { id },
        idempotencyKey,
      }),
    t('Undone. The line is unmatched again'),
    callbacks,
  )
