import type {
  BankStatementLine,
  ignoreBankLine,
  matchBankLine,
  returnBankLine,
  undoBankLine,
} from '#contract/external-money/bank-statements.ts'
import { ApiError } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/call.ts'
import { queryClient } from '../../../shared/api/query-client.ts'
import { useIdempotentSubmission } from '../../../shared/api/use-idempotent-submission.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { showError } from '../../../shared/show-error.ts'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { reloadOffice } from '../../layout/office-query.ts'
import { PROPOSED_TEXT } from '../../proposals/proposed.ts'
import { lineQuery, storeLine } from './entries-query.ts'
import type { LineTarget } from './entry-targets.ts'

type Callbacks = {
  onDone: (line: BankStatementLine) => void
  /** The line is not what this page showed: its message, once the line has been read again. */
  onConflict: (message: string) => void
}

/** The answer is shown at once; lists and counts follow. */
function finish(line: BankStatementLine, doneText: string) {
  storeLine(line)
  showToast({ message: line.waitsFor ? t(PROPOSED_TEXT) : doneText })
  void reloadOffice()
}

/** Of two who decide at once, one is told so and sees what the other did. */
async function refuse(error: unknown, id: string, onConflict: Callbacks['onConflict']) {
  if (!(error instanceof ApiError) || error.status !== 409) return showError(error)
  await queryClient.fetchQuery({ ...lineQuery(id), staleTime: 0 }).catch(() => null)
  onConflict(error.message)
  void reloadOffice()
}

/** An act can book money, so a repeated request has the same key. */
function useLineAct<Body>(
  id: string,
  send: (body: Body, idempotencyKey: string) => Promise<BankStatementLine>,
  doneText: string,
  { onDone, onConflict }: Callbacks,
) {
  return useIdempotentSubmission(send, {
    onDone: (line) => {
      finish(line, doneText)
      onDone(line)
    },
    onRefused: (error) => void refuse(error, id, onConflict),
  })
}

export const useMatchLine = (id: string, callbacks: Callbacks) =>
  useLineAct(
    id,
    (body: LineTarget, idempotencyKey) =>
      call<typeof matchBankLine>('POST', '/admin/bank-statements/lines/:id/match', {
        params: { id },
        body,
        idempotencyKey,
      }),
    t('Line booked'),
    callbacks,
  )

export const useIgnoreLine = (id: string, callbacks: Callbacks) =>
  useLineAct(
    id,
    (reason: string, idempotencyKey) =>
      call<typeof ignoreBankLine>('POST', '/admin/bank-statements/lines/:id/ignore', {
        params: { id },
        body: { reason },
        idempotencyKey,
      }),
    t('Line ignored'),
    callbacks,
  )

export const useReturnLine = (id: string, callbacks: Callbacks) =>
  useLineAct(
    id,
    (reason: string, idempotencyKey) =>
      call<typeof returnBankLine>('POST', '/admin/bank-statements/lines/:id/return', {
        params: { id },
        body: { reason },
        idempotencyKey,
      }),
    t('The money goes back to its sender'),
    callbacks,
  )

export const useUndoLine = (id: string, callbacks: Callbacks) =>
  useLineAct<void>(
    id,
    (_, idempotencyKey) =>
      call<typeof undoBankLine>('POST', '/admin/bank-statements/lines/:id/undo', { params: { id }, idempotencyKey }),
    t('Undone. The line is unmatched again'),
    callbacks,
  )
