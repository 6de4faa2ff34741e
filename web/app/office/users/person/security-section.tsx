import { KeyRound, LogOut, RotateCcw, ShieldOff, Smartphone, UserRoundX } from 'lucide-react'
import { t } from '../../../shared/i18n/i18n.ts'
import { Button } from '../../../shared/ui/button.tsx'
import type { PersonAction, PersonTabProps } from '../actions/actions.ts'
import { useAllowedActions } from '../actions/allowed-actions.ts'
import { AppointmentRow } from './appointment-row.tsx'
import { LimitRow } from './limit-row.tsx'
import { describeCode, describePin } from './secret-states.ts'
import { SecurityRow } from './security-row.tsx'

/** Code, PIN, daily limit, second factors and sessions: their state, never secret values, and what staff can do about them. */
export function SecuritySection({ person: { user, secrets, appointment }, onAction }: PersonTabProps) {
  const { may } = useAllowedActions(user)
  return (
    <section aria-label={t('Security')} className="grid gap-px overflow-hidden rounded-card border border-line bg-line">
      {user.accountNumber !== '' && <AccountSecrets user={user} secrets={secrets} may={may} onAction={onAction} />}
      {may('factors') && (
        <SecurityRow
          name={t('Second factors')}
          state={{ text: t('When phone and recovery codes are lost'), isProblem: false }}
        >
          <Button variant="quiet" onClick={() => onAction('factors')}>
            <Smartphone aria-hidden className="size-4.5" />
            {t('Remove')}
          </Button>
        </SecurityRow>
      )}
      {appointment && (
        <AppointmentRow
          appointment={appointment}
          onConfirm={may('confirm-role') ? () => onAction('confirm-role') : undefined}
        />
      )}
      {may('leave') && (
        <SecurityRow name={t('Access as staff')} state={{ text: t('When they leave the bank'), isProblem: false }}>
          <Button variant="quiet" onClick={() => onAction('leave')}>
            <UserRoundX aria-hidden className="size-4.5" />
            {t('End access')}
          </Button>
        </SecurityRow>
      )}
      {may('end-sessions') && (
        <SecurityRow
          name={t('Sessions')}
          state={{ text: t('All devices this user is logged in on'), isProblem: false }}
        >
          <Button variant="quiet" onClick={() => onAction('end-sessions')}>
            <LogOut aria-hidden className="size-4.5" />
            {t('End all sessions')}
          </Button>
        </SecurityRow>
      )}
    </section>
  )
}

type AccountSecretsProps = Pick<PersonTabProps['person'], 'user' | 'secrets'> & {
  may: (action: PersonAction) => boolean
  onAction: (action: PersonAction) => void
}

/** Staff without an account have none of these. */
const AccountSecrets = ({ user, secrets, may, onAction }: AccountSecretsProps) => (
  <>
    <SecurityRow name={t('Transaction code')} state={describeCode(secrets.code)} note={user.codeDescription}>
      {may('code') && (
        <Button variant="quiet" onClick={() => onAction('code')}>
          <KeyRound aria-hidden className="size-4.5" />
          {t('Set code')}
        </Button>
      )}
      {user.hasTransactionCode && may('clear-code') && (
        <Button variant="quiet" onClick={() => onAction('clear-code')}>
          <ShieldOff aria-hidden className="size-4.5" />
          {t('Clear code')}
        </Button>
      )}
    </SecurityRow>
    <SecurityRow name={t('PIN')} state={describePin(secrets.pin)}>
      {may('reset-pin') && (
        <Button variant="quiet" disabled={!user.hasPin} onClick={() => onAction('reset-pin')}>
          <RotateCcw aria-hidden className="size-4.5" />
          {t('Reset PIN')}
        </Button>
      )}
    </SecurityRow>
    <LimitRow userId={user._id} onChange={may('limit') ? () => onAction('limit') : undefined} />
  </>
)
