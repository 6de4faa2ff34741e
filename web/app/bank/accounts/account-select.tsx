import type { ComponentProps } from 'react'
import type { Account } from '#contract/accounts.ts'
import { formatDollars } from '#contract/money.ts'
import { useAmountsHidden } from '../../shared/amounts/use-amounts-hidden.ts'
import { SelectField } from '../../shared/ui/select-field.tsx'

type Props = Omit<ComponentProps<typeof SelectField>, 'children'> & { accounts: readonly Account[] }

/** One of the own accounts, with what is in it. */
export function AccountSelect({ accounts, ...select }: Props) {
  const hidden = useAmountsHidden()
  return (
    <SelectField {...select}>
      {accounts.map(({ _id, name, balance }) => (
        <option key={_id} value={_id}>
          {hidden ? name : `${name} · ${formatDollars(balance)}`}
        </option>
      ))}
    </SelectField>
  )
}
