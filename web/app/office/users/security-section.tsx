import { KeyRound, LogOut, RotateCcw, ShieldOff, Smartphone, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import type { PersonTabProps } from './actions.ts'
import { useAllowedActions } from './allowed-actions.ts'
import { describeCode, describePin, type SecretState } from './secret-states.ts'

/** Code, PIN, second factors and sessions: their state, never their values, and what staff can do about them. */
export function SecuritySection({ person: { user, secrets }, onAction }: PersonTabProps) {
  const { may } = useAllowedActions(user)
  return (
    <section aria-label="Security" className="grid gap-px overflow-hidden rounded-card border border-line bg-line">
      <SecurityRow name="Transaction code" state={describeCode(secrets.code)} note={user.codeDescription}>
        {may('code') && (
          <Button variant="quiet" onClick={() => onAction('code')}>
            <KeyRound aria-hidden className="size-4.5" />
            Set code
          </Button>
        )}
        {user.hasTransactionCode && may('clear-code') && (
          <Button variant="quiet" onClick={() => onAction('clear-code')}>
            <ShieldOff aria-hidden className="size-4.5" />
            Clear code
          </Button>
        )}
      </SecurityRow>
      <SecurityRow name="PIN" state={describePin(secrets.pin)}>
        {may('reset-pin') && (
          <Button variant="quiet" disabled={!user.hasPin} onClick={() => onAction('reset-pin')}>
            <RotateCcw aria-hidden className="size-4.5" />
            Reset PIN
          </Button>
        )}
      </SecurityRow>
      {may('factors') && (
        <SecurityRow name="Second factors" state={{ text: 'When phone and recovery codes are lost', isProblem: false }}>
          <Button variant="quiet" onClick={() => onAction('factors')}>
            <Smartphone aria-hidden className="size-4.5" />
            Remove
          </Button>
        </SecurityRow>
      )}
      {may('end-sessions') && (
        <SecurityRow name="Sessions" state={{ text: 'All devices this user is logged in on', isProblem: false }}>
          <Button variant="quiet" onClick={() => onAction('end-sessions')}>
            <LogOut aria-hidden className="size-4.5" />
            End all sessions
          </Button>
        </SecurityRow>
      )}
    </section>
  )
}

type RowProps = { name: string; state: SecretState; note?: string; children: ReactNode }

function SecurityRow({ name, state: { text, isProblem }, note, children }: RowProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 bg-surface py-1.5 pr-1.5 pl-4">
      <div className="min-w-0">
        <p className="font-medium">{name}</p>
        {isProblem ? (
          <p className="flex items-start gap-1.5 text-sm font-medium wrap-anywhere text-warning">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            {text}
          </p>
        ) : (
          <p className="text-sm wrap-anywhere text-muted">{text}</p>
        )}
        {note && <p className="text-sm wrap-anywhere text-muted">{note}</p>}
      </div>
      <div className="-ml-4 flex flex-wrap">{children}</div>
    </div>
  )
}
