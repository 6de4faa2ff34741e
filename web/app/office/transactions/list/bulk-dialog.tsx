import { useState } from 'react'
import { v4 as newKey } from 'uuid'
import { formatMoney } from '#contract/money.ts'
import type { AdminTransaction, approve, decline } from '#contract/payments/transactions.ts'
import { joinTexts, verbatim } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { call } from '../../../shared/api/call.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/dialogs/dialog.tsx'
import { TextAreaField } from '../../../shared/ui/forms/field.tsx'
import { reloadOffice } from '../../layout/office-query.ts'
import { FourEyesNotice, useNeedsSecondAdmin } from '../../parts/four-eyes.tsx'
import type { Decision } from '../decision/decision.ts'
import { warningsOf } from '../decision/warnings.ts'
import { sumOf } from './bulk-bar.tsx'
import { BulkResults } from './bulk-results.tsx'
import { decideSeveral, type Item, type Result } from './decide-several.ts'

type Props = {
  decision: Decision
  /** As they were when the dialog opened: what a colleague decides meanwhile is refused, and says by whom. */
  transactions: readonly AdminTransaction[]
  onCancel: () => void
  /** After the decisions. */
  onClose: () => void
}

type Phase = 'confirm' | 'running' | 'done'

const TEXTS = {
  approve: {
    question: msg('Approve {count, plural, one {# transaction} other {# transactions}}?'),
    title: msg('Approve {count, plural, one {# transaction} other {# transactions}}'),
    button: msg('Approve {count} · {amount}'),
  },
  decline: {
    question: msg('Decline {count, plural, one {# transaction} other {# transactions}}?'),
    title: msg('Decline {count, plural, one {# transaction} other {# transactions}}'),
    button: msg('Decline {count} · {amount}'),
  },
}
const largestOf = (transactions: readonly AdminTransaction[]) =>
  Math.max(...transactions.map(({ amount }) => Math.abs(amount)))

/** One confirmation for all; then each is decided by itself, with a result of its own. */
export function BulkDialog({ decision, transactions, onCancel, onClose }: Props) {
  const [reason, setReason] = useState('')
  const [phase, setPhase] = useState<Phase>('confirm')
  const needsSecondAdmin = useNeedsSecondAdmin(largestOf(transactions)) && decision === 'approve'
  const [items, setItems] = useState<readonly Item[]>(() =>
    transactions.map((transaction) => ({ transaction, idempotencyKey: newKey(), result: { state: 'waiting' } })),
  )
  const setResult = (changed: Item, result: Result) =>
    setItems((now) => now.map((item) => (item.transaction === changed.transaction ? { ...item, result } : item)))

  async function run() {
    setPhase('running')
    await decideSeveral(items, decision, (item) => sendDecision(decision, item, reason), setResult)
    setPhase('done')
    await reloadOffice()
  }

  const closes = { confirm: onCancel, running: () => {}, done: onClose }
  const texts = TEXTS[decision]
  const count = items.length
  return (
    <Dialog
      open
      onClose={closes[phase]}
      title={t(phase === 'confirm' ? texts.question : texts.title, { count })}
      focusFirstField
    >
      {phase === 'confirm' ? (
        <div className="grid gap-4">
          <Sums transactions={transactions} />
          <Warnings transactions={transactions} />
          {needsSecondAdmin && <FourEyesNotice />}
          {decision === 'decline' && (
            <TextAreaField
              autoComplete="off"
              label={t('Reason (optional)')}
              hint={t('Every one of these customers will see this.')}
              rows={2}
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
          <div className="flex flex-wrap gap-3">
            <Button variant={decision === 'decline' ? 'danger' : 'primary'} onClick={() => void run()}>
              {t(texts.button, { count, amount: formatMoney(sumOf(transactions)) })}
            </Button>
            <Button variant="quiet" onClick={onCancel}>
              {t('Cancel')}
            </Button>
          </div>
        </div>
      ) : (
        <BulkResults items={items} isRunning={phase === 'running'} onRetry={() => void run()} onClose={onClose} />
      )}
    </Dialog>
  )
}

const sendDecision = (decision: Decision, { transaction, idempotencyKey }: Item, reason: string) => {
  const { _id: transactionId } = transaction
  return decision === 'approve'
    ? call<typeof approve>('POST', '/deposit/approve', { body: { transactionId }, idempotencyKey })
    : call<typeof decline>('POST', '/deposit/decline', { body: { transactionId, reason }, idempotencyKey })
}

function Sums({ transactions }: Pick<Props, 'transactions'>) {
  return (
    <dl className="grid gap-px overflow-hidden rounded-2xl border border-line bg-line">
      {(['Deposit', 'Transfer'] as const).map((type) => {
        const ofType = transactions.filter((transaction) => transaction.type === type)
        if (ofType.length === 0) return null
        return (
          <div key={type} className="flex justify-between gap-4 bg-surface px-4 py-2.5">
            <dt>
              {t(
                type === 'Deposit'
                  ? msg('{count, plural, one {# deposit} other {# deposits}}')
                  : msg('{count, plural, one {# transfer} other {# transfers}}'),
                { count: ofType.length },
              )}
            </dt>
            <dd className="figures font-semibold">{formatMoney(sumOf(ofType))}</dd>
          </div>
        )
      })}
    </dl>
  )
}

/** Names the transactions that deserve a look of their own: a list hides them too easily. */
function Warnings({ transactions }: Pick<Props, 'transactions'>) {
  const flagged = transactions.map((transaction) => ({ transaction, warnings: warningsOf(transaction) }))
  const shown = flagged.filter(({ warnings }) => warnings.length > 0)
  if (shown.length === 0) return null
  return (
    <section aria-label={t('Look at these first')} className="grid gap-2 rounded-2xl bg-warning-soft px-4 py-3">
      <h3 className="font-semibold">
        {shown.length === 1 ? t('Look at this one first') : t('Look at these {count} first', { count: shown.length })}
      </h3>
      <ul className="grid max-h-48 gap-1 overflow-y-auto">
        {shown.map(({ transaction: { _id, user, amount }, warnings }) => (
          <li key={_id} className="figures wrap-anywhere">
            {user.fullName}
            {verbatim(', ')}
            {formatMoney(Math.abs(amount))}
            {verbatim(': ')}
            <span className="font-medium text-warning">{joinTexts(', ', ...warnings)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
