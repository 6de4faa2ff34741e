import type { Account } from '#contract/customers/accounts.ts'
import { formatMoney } from '#contract/money.ts'
import { joinTexts } from '#contract/text.ts'
import { useAmountsHidden } from '../../shared/amounts/use-amounts-hidden.ts'
import type { ComponentProps } from '../../shared/ui/content.ts'
import { SelectField } from '../../shared/ui/forms/select-field.tsx'

type Props = Omit<ComponentProps<typeof SelectField>, 'children'> & {
  accounts: readonly Account[]
  optionValue?: (account: Account) => string
}

/** One of the own accounts, with what is in it. */
export function AccountSelect({ accounts, optionValue = ({ _id }) => _id, ...select }: Props) {
  const hidden = useAmountsHidden()
  return (
    <SelectField {...select}>
      {accounts.map((account) => (
        <option key={account._id} value={optionValue(account)}>
          {joinTexts(' · ', account.name, !hidden && formatMoney(account.balance))}
        </option>
      ))}
    </SelectField>
  )
}
