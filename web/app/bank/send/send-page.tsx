import { lazy, Suspense, useState } from 'react'
import type { Account } from '#contract/customers/accounts.ts'
import { readToken } from '../../shared/api/auth-token.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { privateMeta } from '../../shared/ui/page/page-meta.ts'
import { accountsQuery, isOpen, useAccounts } from '../accounts/accounts-query.ts'
import { Page } from '../page.tsx'
import type { Prefill } from '../payees/payee-details.ts'
import { savedPayeesQuery } from '../payees/saved-payees-query.ts'
import { useGivenState } from '../payees/use-given-state.ts'
import { StandingNotice } from '../standing-notice.tsx'
import { payeesQuery } from '../transfer/payees.tsx'
import { useProfile } from '../use-profile.ts'
import { OtherWays } from './other-ways.tsx'
import { PayeePicker } from './payee-picker.tsx'

const SendDialog = lazy(() => import('./send-dialog.tsx').then((module) => ({ default: module.SendDialog })))
const MoveDialog = lazy(() => import('../accounts/move-dialog.tsx').then((module) => ({ default: module.MoveDialog })))

export const meta = () => privateMeta(t('Send money'))

export function clientLoader() {
  if (!readToken()) return null
  void queryClient.prefetchQuery(payeesQuery)
  void queryClient.prefetchQuery(savedPayeesQuery)
  void queryClient.prefetchQuery(accountsQuery)
  return null
}

/** A payment that was begun. A new number mounts new fields; a closed dialog keeps its input. */
type Draft = { number: number; prefill?: Prefill; typed?: string }

/** Whom to pay. How much, the review and the approval are steps of a dialog. */
export default function SendPage() {
  const { user } = useProfile()
  const accounts = useAccounts().filter(isOpen)
  const given = useGivenState()
  const stopped = user.status !== 'Active'
  const [draft, setDraft] = useState<Draft | undefined>(given?.prefill && { number: 1, prefill: given.prefill })
  const [open, setOpen] = useState(given?.prefill !== undefined && !stopped)
  /** The outcome of the last payment is unknown, and only its own dialog can retry without paying twice. */
  const [unconfirmed, setUnconfirmed] = useState(false)
  const [moveTo, setMoveTo] = useState<Account | null>(null)
  const [moveOpen, setMoveOpen] = useState(false)
  const start = (next: Omit<Draft, 'number'>) => {
    const same = draft && draft.prefill === next.prefill && draft.typed === next.typed
    if (!unconfirmed && !same) setDraft({ number: (draft?.number ?? 0) + 1, ...next })
    setOpen(true)
  }
  const move = (account: Account) => {
    setOpen(false)
    setMoveTo(account)
    setMoveOpen(true)
  }
  return (
    <div className="max-w-2xl">
      <Page title={t('Send money')} lead={!stopped && t('Who are you paying?')}>
        <StandingNotice status={user.status} />
        {!stopped && (
          <PayeePicker
            accounts={accounts}
            onPay={(prefill) => start({ prefill })}
            onNew={(typed) => start({ typed })}
            onMove={move}
          />
        )}
        <OtherWays user={user} />
        <Suspense>
          {draft && (
            <SendDialog
              key={draft.number}
              user={user}
              prefill={draft.prefill}
              typed={draft.typed ?? ''}
              open={open}
              onMove={move}
              onClose={(state) => {
                setOpen(false)
                setUnconfirmed(state.unconfirmed)
              }}
              onFinished={() => {
                setOpen(false)
                setUnconfirmed(false)
                setDraft({ number: draft.number + 1 })
              }}
            />
          )}
          {moveTo && (
            <MoveDialog
              key={moveTo._id}
              open={moveOpen}
              onClose={() => setMoveOpen(false)}
              accounts={accounts}
              from={sourceFor(moveTo, accounts)}
              to={moveTo._id}
            />
          )}
        </Suspense>
      </Page>
    </div>
  )
}

/** The main account pays, unless it is the one that is paid. */
const sourceFor = ({ _id }: Account, accounts: readonly Account[]) =>
  accounts.find((account) => account._id !== _id)?._id ?? ''
