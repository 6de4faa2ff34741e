import { useRef } from 'react'
import type { Account } from '#contract/customers/accounts.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Dialog } from '../../shared/ui/dialogs/dialog.tsx'
import type { AccountAction } from './account-action.ts'
import { isOpen } from './accounts-query.ts'
import { CloseForm } from './close-form.tsx'
import { EditForm } from './edit-form.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { OpenForm } from './open-form.tsx'
import { RulesForm } from './rules-form.tsx'

type Props = {
  action: AccountAction | null
  accounts: readonly Account[]
  onAction: (action: AccountAction | null) => void
}

/** The form of one action. Keeps showing the last one while the dialog closes. */
export function AccountDialog({ action, accounts, onAction }: Props) {
  const last = useRef(action)
  if (action) last.current = action
  const shown = action ?? last.current
  if (!shown) return null
  const dialog = { open: action !== null, onClose: () => onAction(null) }
  if (shown.kind === 'move')
    return <MoveDialog key={`${shown.from} ${shown.to}`} {...dialog} {...shown} accounts={accounts.filter(isOpen)} />
  if (shown.kind === 'open')
    return (
      <Dialog {...dialog} title={t('Open a savings account')} focusFirstField>
        {dialog.open && <OpenForm onDone={dialog.onClose} />}
      </Dialog>
    )
  const account = accounts.find(({ _id }) => _id === shown.account)
  if (!account) return null
  if (shown.kind === 'rules')
    return (
      <Dialog {...dialog} title={t('Save automatically into {name}', { name: account.name })}>
        {dialog.open && <RulesForm account={account} onDone={dialog.onClose} />}
      </Dialog>
    )
  const isEdit = shown.kind === 'edit'
  return (
    <Dialog
      {...dialog}
      title={isEdit ? t('Edit {name}', { name: account.name }) : t('Close {name}?', { name: account.name })}
      focusFirstField={isEdit}
      onBack={isEdit ? undefined : () => onAction({ kind: 'edit', account: account._id })}
    >
      {isEdit ? (
        <EditForm
          account={account}
          onDone={dialog.onClose}
          onCloseAccount={() => onAction({ kind: 'close', account: account._id })}
        />
      ) : (
        <CloseForm
          account={account}
          onDone={dialog.onClose}
          onMove={() => onAction({ kind: 'move', from: account._id, to: mainId(accounts) })}
        />
      )}
    </Dialog>
  )
}

const mainId = (accounts: readonly Account[]) => accounts.find(({ kind }) => kind === 'main')?._id ?? ''
