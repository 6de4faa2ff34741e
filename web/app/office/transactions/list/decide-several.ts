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
  | { state: 'done'; text: Text }
  | { state: 'refused' | 'failed'; text: Text }

export type Item = { transaction: AdminTransaction; idempotencyKey: string; result: Result }

type Send = (item: Item) => Promise<Pick<AdminTransaction, 'status'>>

const DONE: Record<Decision, TextId> = { approve: msg('Approved'), decline: msg('Declined') }

async function decideOne(item: Item, decision: Decision, send: Send): Promise<Result> {
  try {
    const { status } = await send(item)
    return {
      state: 'done',
      text: status === 'Pending' ? t('Proposed: a second person must approve it') : t(DONE[decision]),
    }
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

const AT_ONCE = 3

/** Each transaction is decided by itself, a few at a time. Those that have a final result are left as they are. */
export async function decideSeveral(
  items: readonly Item[],
  decision: Decision,
  send: Send,
  onResult: (item: Item, result: Result) => void,
): Promise<void> {
  const open = items.filter(({ result }) => result.state === 'waiting' || result.state === 'failed')
  const work = open.values()
  const worker = async () => {
    for (const item of work) {
      onResult(item, { state: 'sending' })
      onResult(item, await decideOne(item, decision, send))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
