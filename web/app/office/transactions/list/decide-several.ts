import type { AdminTransaction } from '#contract/payments/transactions.ts'
import { joinTexts, type Text } from '#contract/text.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { ApiError } from '../../../shared/api/api-error.ts'
import { isFinal } from '../../../shared/api/use-idempotent-submission.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import type { Decision } from '../decision/decision.ts'
import { describeDecision } from '../decision/describe-decision.ts'

/** `failed` can be tried again with the same key: the server may or may not have decided it. */
export type Result =
  | { state: 'waiting' | 'sending' }
  | { state: 'done' | 'proposed' | 'skipped'; text: Text }
  | { state: 'refused' | 'failed'; text: Text }

export type Item = { transaction: AdminTransaction; idempotencyKey: string; result: Result }

type Send = (item: Item) => Promise<Pick<AdminTransaction, 'status'>>

const DONE: Record<Decision, TextId> = { approve: msg('Approved'), decline: msg('Declined') }

async function decideOne(item: Item, decision: Decision, send: Send): Promise<Result> {
  try {
    const { status } = await send(item)
    return status === 'Pending'
      ? { state: 'proposed', text: t('Proposed: a second person must approve it') }
      : { state: 'done', text: t(DONE[decision]) }
  } catch (error) {
    const isRefused = isFinal(error)
    if (!(error instanceof ApiError)) return { state: 'failed', text: t('Failed.') }
    const text =
      error.status === 0
        ? t('No response from the server.')
        : error.code === 'confirmation_needed'
          ? t('The customer may have this money already. Open it to compare.')
          : error.message
    const decided = error.code === 'already_decided' ? describeDecision(error.current) : ''
    return { state: isRefused ? 'refused' : 'failed', text: joinTexts(' ', text, decided) }
  }
}

/**
 * Each transaction is decided by itself, one after the other: what is decided alone adds up, and the order decides which of them
 * needs a second person. Those that have a final result are left as they are.
 */
export async function decideSeveral(
  items: readonly Item[],
  decision: Decision,
  send: Send,
  onResult: (item: Item, result: Result) => void,
): Promise<void> {
  const open = items.filter(({ result }) => result.state === 'waiting' || result.state === 'failed')
  for (const item of open) {
    onResult(item, { state: 'sending' })
    onResult(item, await decideOne(item, decision, send))
  }
}
