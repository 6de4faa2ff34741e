import type { Account } from '#contract/customers/accounts.ts'
import type { User } from '#contract/customers/people.ts'
import { formatMoney } from '#contract/money.ts'
import { joinTexts } from '#contract/text.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import type { ComponentProps } from '../../../shared/ui/content.ts'
import { SelectField } from '../../../shared/ui/forms/select-field.tsx'

/** `accountId` is empty for the main account. */
export type AdjustedAccount = Pick<Account, 'name' | 'balance'> & { accountId: string }

/** Of the main account the user has the latest balance. */
export function findAccount(user: User, accounts: readonly Account[], accountId: string): AdjustedAccount {
  const savings = accounts.find(({ _id, kind }) => kind === 'savings' && _id === accountId)
  if (savings) return { accountId, name: savings.name, balance: savings.balance }
  return { accountId: '', name: t('Main account'), balance: user.balance }
}

type Props = Omit<ComponentProps<typeof SelectField>, 'label' | 'children'> & { accounts: readonly Account[] }

/** Only shown for a person with several accounts. */
export function AccountField({ accounts, ...select }: Props) {
  const open = accounts.filter(({ status }) => status !== 'Closed')
  if (open.length < 2) return null
  return (
    <SelectField label={t('Account')} {...select}>
      {open.map(({ _id, kind, name, number, balance }) => (
        <option key={_id} value={kind === 'main' ? '' : _id}>
          {joinTexts(' · ', name, number, formatMoney(balance))}
        </option>
      ))}
    </SelectField>
  )
}
