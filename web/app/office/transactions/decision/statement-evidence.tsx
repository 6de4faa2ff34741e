import { queryOptions, useQuery } from '@tanstack/react-query'
import { Landmark } from 'lucide-react'
import { Link } from 'react-router'
import type { EntryEvidence, listEvidence } from '#contract/external-money/statement-evidence.ts'
import type { AdminTransaction } from '#contract/payments/transactions.ts'
import { joinTexts } from '#contract/text.ts'
import { call } from '../../../shared/api/call.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Permitted } from '../../../shared/session/permitted.tsx'
import { Amount } from '../../../shared/ui/figures/amount.tsx'
import { Reasons, Score } from '../../external-money/entries/match-parts.tsx'
import { dayText } from '../../external-money/layout/day-text.ts'
import { EXTERNAL_MONEY } from '../../external-money/layout/external-money-pages.ts'
import { OFFICE } from '../../layout/office-query.ts'

const evidenceQuery = (transactionId: string) =>
  queryOptions({
    queryKey: [OFFICE, 'statement evidence', transactionId],
    queryFn: ({ signal }) =>
      call<typeof listEvidence>('GET', '/admin/transactions/:id/lines', {
        params: { id: transactionId },
        signal,
      }),
  })

type Props = { transaction: AdminTransaction }

/** What the other bank says about a deposit: a receipt is only what the customer says. */
export function StatementEvidence({ transaction }: Props) {
  const { _id, type, method, status, reverses } = transaction
  if (type !== 'Deposit' || (method !== 'bank' && method !== 'wire') || status === 'Declined' || reverses) return null
  return (
    <Permitted permission="statements:read">
      <Lines transactionId={_id} isPending={status === 'Pending'} />
    </Permitted>
  )
}

function Lines({ transactionId, isPending }: { transactionId: string; isPending: boolean }) {
  const { data: lines } = useQuery(evidenceQuery(transactionId))
  if (!lines || (lines.length === 0 && !isPending)) return null
  return (
    <section aria-label={t('Bank statements')} className="grid gap-2">
      <h3 className="flex items-center gap-2 font-semibold">
        <Landmark aria-hidden className="size-4.5 text-muted" />
        {t('Bank statements')}
      </h3>
      {lines.length === 0 && (
        <p className="rounded-2xl bg-warning-soft px-4 py-3">
          {t('No line of a bank statement fits this deposit yet.')}
        </p>
      )}
      {lines.map((line) => (
        <Line key={line._id} line={line} />
      ))}
    </section>
  )
}

function Line({
  line: { _id, bookedOn, amount, counterpartyName, text, account, score, reasons, state },
}: {
  line: EntryEvidence
}) {
  return (
    <div className="grid gap-1 rounded-2xl border border-line bg-surface px-4 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Link
          to={`${EXTERNAL_MONEY.entries.to}?${new URLSearchParams({ state: 'all', line: _id })}`}
          className="font-medium wrap-anywhere underline-offset-4 hover:underline"
        >
          {counterpartyName ?? (text || t('Without name'))}
        </Link>
        <Amount amount={amount} signed className="font-semibold" />
      </div>
      <p className="figures flex flex-wrap items-center gap-x-3 text-sm text-muted">
        {joinTexts(' · ', dayText(bookedOn), account.name, state === 'booked' && t('Booked for this deposit'))}
        <Score score={score} />
      </p>
      <Reasons reasons={reasons} />
    </div>
  )
}
