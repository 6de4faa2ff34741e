import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { listRecentPayees } from '#contract/payments/payees.ts'
import { joinTexts, type Text } from '#contract/text.ts'
import { call } from '../../shared/api/call.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { inSentence } from '../../shared/i18n/in-sentence.ts'
import { Trans } from '../../shared/i18n/trans.tsx'
import { isSameAccount, lastDigits, type PayeeDetails } from '../payees/payee-details.ts'
import { savedPayeesQuery } from '../payees/saved-payees-query.ts'

const FIRST_FEW = 3

export const payeesQuery = {
  queryKey: ['payees'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call<typeof listRecentPayees>('GET', '/users/payees', { signal }),
}

type Props = { onChoose: (payee: PayeeDetails) => void }

/** Saved and recent payees that fill in the form. Optional, so it shows nothing while loading or failed. */
export function Payees({ onChoose }: Props) {
  const { data: saved = [] } = useQuery(savedPayeesQuery)
  const { data: recent = [] } = useQuery(payeesQuery)
  const others = recent.filter((payee) => !saved.some((known) => isSameAccount(known, payee)))
  return (
    <>
      <Choices legend={t('Saved payees')} payees={saved} onChoose={onChoose} />
      <Choices legend={t('Recent payees')} payees={others} onChoose={onChoose} />
    </>
  )
}

type ChoicesProps = Props & { legend: Text; payees: readonly (PayeeDetails & { name?: Text })[] }

function Choices({ legend, payees, onChoose }: ChoicesProps) {
  const [showAll, setShowAll] = useState(false)
  if (payees.length === 0) return null
  const shown = showAll ? payees : payees.slice(0, FIRST_FEW)
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-[0.9375rem] font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {shown.map((payee) => (
          <button
            key={`${payee.accountNumber} ${payee.bankName}`}
            type="button"
            onClick={() => onChoose(payee)}
            className="grid min-h-11 max-w-full rounded-2xl border border-line bg-surface px-4 py-1.5 text-start transition-colors hover:border-accent"
          >
            <span className="truncate text-[0.9375rem] font-medium">{payee.name ?? payee.accountName}</span>
            <span className="figures truncate text-[0.8125rem] text-muted">
              {joinTexts(' ', payee.bankName, lastDigits(payee.accountNumber))}
            </span>
          </button>
        ))}
        {payees.length > FIRST_FEW && !showAll && (
          <button
            type="button"
            onClick={() => setShowAll(true)}
            className="min-h-11 rounded-2xl px-3 text-[0.9375rem] font-semibold text-accent hover:underline"
          >
            <Trans
              text="{count} more<0> {legend}</0>"
              parts={[(children) => <span className="sr-only">{children}</span>]}
              values={{ count: payees.length - FIRST_FEW, legend: inSentence(legend) }}
            />
          </button>
        )}
      </div>
    </fieldset>
  )
}
