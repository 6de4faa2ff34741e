import { ArrowUpDown } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import type { Account } from '#contract/customers/accounts.ts'
import { formatMoney } from '#contract/money.ts'
import { useAmountsHidden } from '../../shared/amounts/use-amounts-hidden.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialogs/dialog.tsx'
import { AmountField } from '../../shared/ui/forms/amount-field.tsx'
import { toFieldText } from '../../shared/ui/forms/parse-amount.ts'
import { UnconfirmedStep } from '../unconfirmed-step.tsx'
import { AccountSelect } from './account-select.tsx'
import { useMove } from './use-move.ts'

type Props = { open: boolean; onClose: () => void; accounts: readonly Account[]; from: string; to: string }

/** Both accounts are preselected: an amount and one press. */
export function MoveDialog({ open, onClose, accounts, from, to }: Props) {
  const amountInput = useRef<HTMLInputElement>(null)
  const move = useMove(accounts, { from, to }, onClose)
  const { submission } = move
  return (
    <Dialog
      open={open}
      // Closing while it is being sent would hide the outcome.
      onClose={() => !submission.sending && onClose()}
      title={submission.unknown ? t('Not confirmed yet') : t('Move money')}
      initialFocus={amountInput}
    >
      {submission.unknown ? (
        <UnconfirmedStep kind="move" onRetry={submission.retry} sending={submission.sending} />
      ) : (
        <MoveForm move={move} accounts={accounts} amountInput={amountInput} />
      )}
    </Dialog>
  )
}

type FormProps = Pick<Props, 'accounts'> & {
  move: ReturnType<typeof useMove>
  amountInput: RefObject<HTMLInputElement | null>
}

function MoveForm({ move, accounts, amountInput }: FormProps) {
  const { form, source, target, choose, submission } = move
  const { register, clearErrors, setValue, formState } = form
  const { ref, ...amount } = register('amountText', { validate: move.amountError, onChange: () => clearErrors() })
  return (
    <form noValidate onSubmit={move.submit} className="grid gap-5">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3">
        <div className="grid gap-3">
          <AccountSelect
            label={t('From')}
            accounts={accounts}
            value={source?._id ?? ''}
            onChange={(event) => choose('from', event.target.value)}
          />
          <AccountSelect
            label={t('To||account')}
            accounts={accounts}
            value={target?._id ?? ''}
            onChange={(event) => choose('to', event.target.value)}
          />
        </div>
        <button
          type="button"
          aria-label={t('Swap accounts')}
          onClick={move.swap}
          className="mt-7 grid size-11 place-items-center rounded-full border border-edge/60 bg-surface text-accent hover:border-ink/60"
        >
          <ArrowUpDown aria-hidden className="size-4.5" />
        </button>
      </div>
      <AmountField
        label={t('Amount')}
        error={formState.errors.amountText?.message}
        hint={
          source && (
            <Available
              account={source}
              onAll={() => {
                setValue('amountText', toFieldText(source.balance))
                clearErrors()
              }}
            />
          )
        }
        {...amount}
        ref={(input) => {
          ref(input)
          amountInput.current = input
        }}
      />
      <Button type="submit" size="large" busy={submission.sending}>
        {submission.sending ? t('Moving') : t('Move')}
      </Button>
    </form>
  )
}

function Available({ account, onAll }: { account: Account; onAll: () => void }) {
  const hidden = useAmountsHidden()
  if (account.balance <= 0) return t('There is nothing in {name} to move.', { name: account.name })
  return (
    <span className="flex flex-wrap items-center justify-between gap-x-3">
      <span className="figures">
        {hidden
          ? t('Up to all of {name}.', { name: account.name })
          : t('{balance} available.', { balance: formatMoney(account.balance) })}
      </span>
      {!hidden && (
        <button
          type="button"
          onClick={onAll}
          className="-my-1.5 -me-2 min-h-9 rounded-full px-2 font-semibold text-accent hover:underline"
        >
          {t('Use all')}
        </button>
      )}
    </span>
  )
}
