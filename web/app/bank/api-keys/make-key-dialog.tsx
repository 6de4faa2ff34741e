import { useQuery } from '@tanstack/react-query'
import { API_KEY_SCOPES, MAX_API_KEY_NAME, mayGiveScope } from '#contract/api-key-scopes.ts'
import type { Role } from '#contract/permissions.ts'
import { msg } from '#contract/text-id.ts'
import { factorsQuery } from '../../shared/api/factors-query.ts'
import { passkeysSupported } from '../../shared/api/passkeys.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialogs/dialog.tsx'
import { AmountField } from '../../shared/ui/forms/amount-field.tsx'
import { TextField } from '../../shared/ui/forms/field.tsx'
import { parseAmountCents } from '../../shared/ui/forms/parse-amount.ts'
import { SelectField } from '../../shared/ui/forms/select-field.tsx'
import { SecretStep } from '../transfer/secret-step.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { ScopeFields } from './scope-fields.tsx'
import { useKeyForm } from './use-key-form.ts'

const PIN_LENGTH = 4
/** In days; empty: until it is revoked. */
const LIFETIMES = [
  ['30', msg('30 days')],
  ['90', msg('90 days')],
  ['365', msg('One year')],
  ['', msg('Until I revoke it')],
] as const

type Props = { role: Role; onClose: () => void }

/** Asks what the key may do, has a key that sends money approved, then shows it, this once. */
export function MakeKeyDialog({ role, onClose }: Props) {
  const state = useKeyForm()
  const { key, step, busy, problem, locked, onProblemSeen } = state
  if (key) return <NewKeyDialog apiKey={key} onClose={onClose} />
  const isAtPin = step === 'pin'
  return (
    <Dialog
      open
      onClose={() => !busy && onClose()}
      title={isAtPin ? t('Enter your PIN') : t('Make an API key')}
      onBack={isAtPin && !busy ? state.back : undefined}
      focusFirstField
    >
      {isAtPin ? (
        <SecretStep
          label={t('PIN')}
          topic="pin"
          length={PIN_LENGTH}
          sending={busy}
          action={t('Make key')}
          onDone={state.confirm}
          {...{ problem, locked, onProblemSeen }}
        />
      ) : (
        <KeyForm role={role} state={state} />
      )}
    </Dialog>
  )
}

function KeyForm({ role, state }: { role: Role; state: ReturnType<typeof useKeyForm> }) {
  const { form, sends, busy } = state
  const { errors } = form.formState
  const factors = useQuery({ ...factorsQuery, enabled: sends && passkeysSupported() })
  const hasPasskey = sends && Boolean(factors.data?.passkeys.length)
  const submit = !sends ? state.make : hasPasskey ? state.approveWithPasskey : state.askForPin
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <TextField
        label={t('Name')}
        hint={t('What it is for, so that you recognize it later.')}
        maxLength={MAX_API_KEY_NAME}
        autoComplete="off"
        error={errors.name?.message}
        {...form.register('name', { validate: (text) => text.trim() !== '' || t('Enter a name.') })}
      />
      <ScopeFields
        offered={API_KEY_SCOPES.filter((scope) => mayGiveScope(role, scope))}
        error={errors.scopes?.message}
        field={form.register('scopes', {
          validate: (chosen) => chosen.length > 0 || t('Choose at least one permission.'),
        })}
      />
      {sends && (
        <AmountField
          label={t('Daily maximum')}
          hint={t('Everything that the key sends counts, also what is declined later.')}
          error={errors.dailyMax?.message}
          {...form.register('dailyMax', {
            validate: (text) => parseAmountCents(text) !== null || t('Enter a valid amount.'),
          })}
        />
      )}
      <SelectField label={t('Valid for')} {...form.register('days')}>
        {LIFETIMES.map(([days, text]) => (
          <option key={days} value={days}>
            {t(text)}
          </option>
        ))}
      </SelectField>
      <div className="grid gap-3">
        <Button type="submit" busy={busy}>
          {!sends ? t('Make key') : hasPasskey ? t('Approve with passkey') : t('Confirm with PIN')}
        </Button>
        {hasPasskey && (
          <Button variant="secondary" disabled={busy} onClick={state.askForPin}>
            {t('Use PIN instead')}
          </Button>
        )}
      </div>
    </form>
  )
}
