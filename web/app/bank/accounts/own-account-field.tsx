import type { ComponentProps } from '../../shared/ui/content.ts'
import type { SelectField } from '../../shared/ui/forms/select-field.tsx'
import { AccountSelect } from './account-select.tsx'
import { isOpen, useAccounts } from './accounts-query.ts'

type Props = Omit<ComponentProps<typeof SelectField>, 'children'>

/** Chooses one of several own accounts. The value is an id, and empty for the main account. */
export function OwnAccountField(select: Props) {
  const accounts = useAccounts().filter(isOpen)
  if (accounts.length < 2) return null
  return <AccountSelect {...select} accounts={accounts} optionValue={({ _id, kind }) => (kind === 'main' ? '' : _id)} />
}
