import { CircleCheck, Pencil } from 'lucide-react'
import type { Account } from '#contract/customers/accounts.ts'
import { HideableAmount } from '../../shared/amounts/hideable-amount.tsx'
import { t } from '../../shared/i18n/i18n.ts'
import { Trans } from '../../shared/i18n/trans.tsx'
import { useProfile } from '../use-profile.ts'
import type { AccountAction } from './account-action.ts'
import { goalPercentage } from './goal.ts'

type Props = { account: Account; canChange: boolean; onAction: (action: AccountAction) => void }

export function SavingsRow({ account, canChange, onAction }: Props) {
  const { user } = useProfile()
  return (
    <li className="grid gap-2 border-t border-line px-5 py-3.5 first:border-t-0 sm:px-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="min-w-0 font-medium wrap-anywhere">{account.name}</h3>
        <HideableAmount amount={account.balance} className="ms-auto text-lg font-semibold" />
      </div>
      <GoalBar account={account} />
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="min-w-0 text-sm text-muted">
          <GoalText account={account} />
          {account.held > 0 && (
            <span className="block">
              <Trans text="<0/> held" parts={[() => <HideableAmount amount={account.held} />]} />
            </span>
          )}
        </p>
        {canChange && (
          <span className="-me-3 ms-auto flex items-center">
            <button
              type="button"
              onClick={() => onAction({ kind: 'rules', account: account._id })}
              className="min-h-11 rounded-full px-3 text-[0.9375rem] font-semibold text-accent hover:bg-accent-soft"
            >
              <Trans
                text="Automatic<0> saving into {name}</0>"
                parts={[(children) => <span className="sr-only">{children}</span>]}
                values={{ name: account.name }}
              />
            </button>
            <button
              type="button"
              // A main account has its person's id.
              onClick={() => onAction({ kind: 'move', from: user._id, to: account._id })}
              className="min-h-11 rounded-full px-3 text-[0.9375rem] font-semibold text-accent hover:bg-accent-soft"
            >
              <Trans
                text="Move<0> money to or from {name}</0>"
                parts={[(children) => <span className="sr-only">{children}</span>]}
                values={{ name: account.name }}
              />
            </button>
            <button
              type="button"
              aria-label={t('Edit {name}', { name: account.name })}
              onClick={() => onAction({ kind: 'edit', account: account._id })}
              className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-ink/6 hover:text-ink"
            >
              <Pencil aria-hidden className="size-4.5" />
            </button>
          </span>
        )}
      </div>
    </li>
  )
}

function GoalBar({ account }: Pick<Props, 'account'>) {
  const percentage = goalPercentage(account)
  if (percentage === null) return null
  return (
    <div
      role="progressbar"
      aria-label={t('Progress of {name}', { name: account.name })}
      aria-valuenow={percentage}
      aria-valuemin={0}
      aria-valuemax={100}
      className="h-2 overflow-hidden rounded-full bg-ink/10"
    >
      <div
        className="h-full rounded-full bg-accent transition-[width] duration-500 motion-reduce:transition-none"
        style={{ width: `${percentage}%` }}
      />
    </div>
  )
}

function GoalText({ account }: Pick<Props, 'account'>) {
  const { goal } = account
  if (goal === undefined) return null
  if (goalPercentage(account) === 100)
    return (
      <span className="inline-flex items-center gap-1.5 font-medium text-positive">
        <CircleCheck aria-hidden className="size-4.5 shrink-0" />
        {t('Goal reached')}
      </span>
    )
  return (
    <span className="figures">
      <Trans
        text="{account}% of <0/>"
        parts={[() => <HideableAmount amount={goal} />]}
        values={{ account: goalPercentage(account) }}
      />
    </span>
  )
}
