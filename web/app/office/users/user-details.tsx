import { KeyRound, ListChecks, LogOut, Minus, Pencil, Plus, RotateCcw, ShieldOff, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDollars } from '#contract/money.ts'
import type { User } from '#contract/people.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { CopyButton } from '../../shared/ui/copy-button.tsx'
import { formatDay } from '../format-date.ts'
import { UserStatus } from '../user-status.tsx'
import type { DialogMode } from './dialog-steps.ts'

type ModeProps = { user: User; onModeChange: (mode: DialogMode) => void }

export function UserDetails({ user, onModeChange }: ModeProps) {
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div className="grid min-w-0 gap-1">
          <p className="break-all text-muted">{user.email}</p>
          <p className="flex flex-wrap items-center gap-2">
            <UserStatus status={user.status} />
            <span className="rounded-full bg-sunken px-2.5 py-0.5 text-[0.8125rem] font-medium">{user.role}</span>
          </p>
        </div>
        <div className="ml-auto text-right max-sm:ml-0 max-sm:text-left">
          <p className="text-sm text-muted">Balance</p>
          <p className="display figures text-3xl break-all">{formatDollars(user.balance)}</p>
          {user.held > 0 && <p className="figures text-sm text-muted">{formatDollars(user.held)} on hold</p>}
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => onModeChange('fund')}>
          <Plus aria-hidden className="size-4.5" />
          Fund
        </Button>
        <Button variant="secondary" onClick={() => onModeChange('debit')}>
          <Minus aria-hidden className="size-4.5" />
          Debit
        </Button>
        <Button variant="secondary" onClick={() => onModeChange('edit')}>
          <Pencil aria-hidden className="size-4.5" />
          Edit
        </Button>
        <ButtonLink variant="secondary" to={`/dashboard/all-transactions?person=${user._id}`}>
          <ListChecks aria-hidden className="size-4.5" />
          Transactions
        </ButtonLink>
      </div>
      <ProfileDetails user={user} />
      <Security user={user} onModeChange={onModeChange} />
    </div>
  )
}

function ProfileDetails({ user }: { user: User }) {
  return (
    <dl className="grid gap-px overflow-hidden rounded-2xl border border-line bg-line sm:grid-cols-2">
      <Detail name="Account number">
        <span className="figures">{user.accountNumber}</span>
        <CopyButton text={user.accountNumber} />
      </Detail>
      <Detail name="Mobile">{user.mobile}</Detail>
      {/* Noon: a bare date is parsed as midnight UTC, which is the day before in the Americas. */}
      <Detail name="Date of birth">{user.dob && formatDay(`${user.dob}T12:00`)}</Detail>
      <Detail name="Gender">{user.gender && <span className="capitalize">{user.gender}</span>}</Detail>
      <Detail name="Nationality">{user.nationality}</Detail>
      <Detail name="Registered">{formatDay(user.createdAt)}</Detail>
      <Detail name="Address" wide>
        {user.address}
      </Detail>
    </dl>
  )
}

function Detail({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'bg-surface px-4 py-2.5 sm:col-span-2' : 'bg-surface px-4 py-2.5'}>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="flex min-h-7 flex-wrap items-center gap-x-3 break-words">
        {children || <span className="text-muted">–</span>}
      </dd>
    </div>
  )
}

function Security({ user, onModeChange }: ModeProps) {
  return (
    <section aria-label="Security" className="grid gap-px overflow-hidden rounded-2xl border border-line bg-line">
      <SecurityRow
        name="Transaction code"
        state={user.hasTransactionCode ? user.codeDescription || 'Set' : 'Not set. Transfers need only the PIN.'}
      >
        <Button variant="quiet" onClick={() => onModeChange('code')}>
          <KeyRound aria-hidden className="size-4.5" />
          Set code
        </Button>
        {user.hasTransactionCode && (
          <Button variant="quiet" onClick={() => onModeChange('clear-code')}>
            <ShieldOff aria-hidden className="size-4.5" />
            Clear code
          </Button>
        )}
      </SecurityRow>
      <SecurityRow name="PIN" state={user.hasPin ? 'Set' : 'Not set'}>
        <Button variant="quiet" disabled={!user.hasPin} onClick={() => onModeChange('reset-pin')}>
          <RotateCcw aria-hidden className="size-4.5" />
          Reset PIN
        </Button>
      </SecurityRow>
      <SecurityRow name="Second factors" state="When phone and recovery codes are lost">
        <Button variant="quiet" onClick={() => onModeChange('factors')}>
          <Smartphone aria-hidden className="size-4.5" />
          Remove
        </Button>
      </SecurityRow>
      <SecurityRow name="Sessions" state="All devices this user is logged in on">
        <Button variant="quiet" onClick={() => onModeChange('end-sessions')}>
          <LogOut aria-hidden className="size-4.5" />
          End all sessions
        </Button>
      </SecurityRow>
    </section>
  )
}

function SecurityRow({ name, state, children }: { name: string; state: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 bg-surface py-1.5 pr-1.5 pl-4">
      <div className="min-w-0">
        <p className="font-medium">{name}</p>
        <p className="text-sm break-words text-muted">{state}</p>
      </div>
      <div className="-ml-4 flex flex-wrap sm:ml-0">{children}</div>
    </div>
  )
}
