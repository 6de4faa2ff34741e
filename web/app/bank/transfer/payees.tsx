import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { listPayees, Payee } from '#contract/payees.ts'
import { call } from '../../shared/api/call.ts'

const FIRST_FEW = 3

export const payeesQuery = {
  queryKey: ['payees'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call<typeof listPayees>('GET', '/users/payees', { signal }),
}

/** Recent payees that fill in the form. Optional, so it shows nothing while loading or failed. */
export function Payees({ onChoose }: { onChoose: (payee: Payee) => void }) {
  const { data = [] } = useQuery(payeesQuery)
  const [showAll, setShowAll] = useState(false)
  if (data.length === 0) return null
  const shown = showAll ? data : data.slice(0, FIRST_FEW)
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-[0.9375rem] font-medium">Recent payees</legend>
      <div className="flex flex-wrap gap-2">
        {shown.map((payee) => (
          <button
            key={`${payee.accountNumber} ${payee.bankName}`}
            type="button"
            onClick={() => onChoose(payee)}
            className="grid min-h-11 max-w-full rounded-2xl border border-line bg-surface px-4 py-1.5 text-left transition-colors hover:border-accent"
          >
            <span className="truncate text-[0.9375rem] font-medium">{payee.accountName}</span>
            <span className="figures truncate text-[0.8125rem] text-muted">
              {payee.bankName} {lastDigits(payee.accountNumber)}
            </span>
          </button>
        ))}
        {data.length > FIRST_FEW && !showAll && (
          <button
            type="button"
            onClick={() => setShowAll(true)}
            className="min-h-11 rounded-2xl px-3 text-[0.9375rem] font-semibold text-accent hover:underline"
          >
            {data.length - FIRST_FEW} more
          </button>
        )}
      </div>
    </fieldset>
  )
}

export const lastDigits = (accountNumber: string) =>
  accountNumber.length > 4 ? `••${accountNumber.slice(-4)}` : accountNumber
