import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { v4 as newKey } from 'uuid'
import { formatMoney } from '#contract/money.ts'
import type { AdminTransaction, approve, decline } from '#contract/payments/transactions.ts'
import { joinTexts, type Text, verbatim } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { call } from '../../../shared/api/call.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/dialogs/dialog.tsx'
import { LoadFailure } from '../../../shared/ui/feedback/load-failure.tsx'
import { TextAreaField } from '../../../shared/ui/forms/field.tsx'
import { reloadOffice } from '../../layout/office-query.ts'
import { useCurrentAdmin } from '../../layout/use-current-admin.ts'
import { FourEyesNotice, useLimitAmount } from '../../parts/four-eyes.tsx'
import type { Decision } from '../decision/decision.ts'
import { warningsOf } from '../decision/warnings.ts'
import { sumOf } from './bulk-bar.tsx'
import { type Planned, planSeveral } from './bulk-plan.ts'
import { BulkResults } from './bulk-results.tsx'
import { decideSeveral, type Item, type Result } from './decide-several.ts'
import { caseQuery } from './transactions-query.ts'

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
  },
  decline: {
    question: msg('Decline {count, plural, one {# transaction} other {# transactions}}?'),
    title: msg('Decline {count, plural, one {# transaction} other {# transactions}}'),
  },
}

/** One confirmation for all, which says what will happen to each; then each is decided by itself, with a result of its own. */
export function BulkDialog({ decision, transactions, onCancel, onClose }: Props) {
  const [reason, setReason] = useState('')
  const [phase, setPhase] = useState<Phase>('confirm')
  const plan = usePlan(decision, transactions)
  const [items, setItems] = useState<readonly Item[]>([])
  const setResult = (changed: Item, result: Result) =>
    setItems((now) => now.map((item) => (item.transaction === changed.transaction ? { ...item, result } : item)))

  async function run(open: readonly Item[]) {
    setItems(open)
    setPhase('running')
    await decideSeveral(open, decision, (item) => sendDecision(decision, item, reason), setResult)
    setPhase('done')
    await reloadOffice()
  }
  /** What was left out is not sent: the result then says the same as the plan. */
  const start = (planned: readonly Planned[]) =>
    run(
      transactions.map((transaction, index) => {
        const one = planned[index]
        const result: Result = one?.outcome === 'skipped' ? { state: 'skipped', text: one.why } : { state: 'waiting' }
        return { transaction, idempotencyKey: newKey(), result }
      }),
    )

  const closes = { confirm: onCancel, running: () => {}, done: onClose }
  const texts = TEXTS[decision]
  const count = transactions.length
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
          <PlanSummary plan={plan.data} decision={decision} transactions={transactions} />
          {plan.isError && (
            <LoadFailure text={t('We couldn’t check what will happen.')} onRetry={plan.retry} busy={plan.isFetching} />
          )}
          {plan.data?.some(({ outcome }) => outcome === 'proposed') && <FourEyesNotice />}
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
            <Button
              variant={decision === 'decline' ? 'danger' : 'primary'}
              disabled={!plan.data || plan.data.every(({ outcome }) => outcome === 'skipped')}
              busy={!plan.data && !plan.isError}
              onClick={() => plan.data && void start(plan.data)}
            >
              {buttonText(decision, plan.data, count)}
            </Button>
            <Button variant="quiet" onClick={onCancel}>
              {t('Cancel')}
            </Button>
          </div>
        </div>
      ) : (
        <BulkResults items={items} isRunning={phase === 'running'} onRetry={() => void run(items)} onClose={onClose} />
      )}
    </Dialog>
  )
}

/** From the cases as they are now, which also say what was decided alone before. */
function usePlan(decision: Decision, transactions: readonly AdminTransaction[]) {
  const me = useCurrentAdmin()
  const limitAmount = useLimitAmount()
  const cases = useQueries({
    queries: transactions.map(({ _id }) => ({ ...caseQuery(_id), staleTime: 0, refetchOnMount: 'always' as const })),
  })
  const loaded = cases.flatMap(({ data, isFetchedAfterMount }) => (data && isFetchedAfterMount ? [data] : []))
  const isComplete = loaded.length === transactions.length
  return {
    data: isComplete ? planSeveral(loaded, decision === 'approve', { limitAmount, me }) : undefined,
    isError: !isComplete && cases.some(({ isError }) => isError),
    isFetching: cases.some(({ isFetching }) => isFetching),
    retry: () => Promise.all(cases.filter(({ isError }) => isError).map(({ refetch }) => refetch())),
  }
}

const countOf = (plan: readonly Planned[], outcome: Planned['outcome']) =>
  plan.filter((one) => one.outcome === outcome).length

/** 'Approve 3, propose 2', as it will be. */
function buttonText(decision: Decision, plan: readonly Planned[] | undefined, count: number): Text {
  const decided = plan ? countOf(plan, 'decided') : count
  const proposed = plan ? countOf(plan, 'proposed') : 0
  if (decision === 'decline') return t('Decline {count}', { count: decided })
  if (proposed === 0) return t('Approve {count}', { count: decided })
  if (decided === 0) return t('Propose {count}', { count: proposed })
  return t('Approve {decided}, propose {proposed}', { decided, proposed })
}

type PlanSummaryProps = Pick<Props, 'decision' | 'transactions'> & { plan: readonly Planned[] | undefined }

function PlanSummary({ plan, decision, transactions }: PlanSummaryProps) {
  if (!plan) return null
  const skipped = plan.flatMap((one, index) => {
    const transaction = transactions[index]
    return one.outcome === 'skipped' && transaction ? [{ transaction, why: one.why }] : []
  })
  const [decided, proposed] = [countOf(plan, 'decided'), countOf(plan, 'proposed')]
  // Nothing to say that the button does not.
  if (proposed === 0 && skipped.length === 0) return null
  return (
    <section
      aria-label={t('What will happen')}
      className="grid gap-2 rounded-2xl border border-line bg-surface px-4 py-3"
    >
      {decided > 0 && (
        <p>
          {decision === 'approve'
            ? t('{count, plural, one {# is approved now.} other {# are approved now.}}', { count: decided })
            : t('{count, plural, one {# is declined now.} other {# are declined now.}}', { count: decided })}
        </p>
      )}
      {proposed > 0 && (
        <p>
          {t(
            '{count, plural, one {# is proposed: a second member of staff must approve it.} other {# are proposed: a second member of staff must approve them.}}',
            { count: proposed },
          )}
        </p>
      )}
      {skipped.length > 0 && (
        <>
          <p>{t('{count, plural, one {# is left out:} other {# are left out:}}', { count: skipped.length })}</p>
          <ul className="grid max-h-40 gap-1 overflow-y-auto text-sm">
            {skipped.map(({ transaction: { _id, user, amount }, why }) => (
              <li key={_id} className="figures wrap-anywhere text-muted">
                {joinTexts(', ', user.fullName, formatMoney(Math.abs(amount)))}
                {verbatim(': ')}
                {why}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
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
