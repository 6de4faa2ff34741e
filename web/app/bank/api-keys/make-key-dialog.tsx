import { useState } from 'react'
import { API_KEY_SCOPES, type ApiKeyScope, MAX_API_KEY_NAME, mayGiveScope } from '#contract/api-key-scopes.ts'
import type { createApiKey } from '#contract/identity/api-keys.ts'
import { toAmount } from '#contract/money.ts'
import type { Role } from '#contract/permissions.ts'
import { msg } from '#contract/text-id.ts'
import { call } from '../../shared/api/call.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { showError } from '../../shared/show-error.ts'
import { showFieldErrors } from '../../shared/show-field-errors.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialogs/dialog.tsx'
import { AmountField } from '../../shared/ui/forms/amount-field.tsx'
import { TextField } from '../../shared/ui/forms/field.tsx'
import { parseAmountCents } from '../../shared/ui/forms/parse-amount.ts'
import { SelectField } from '../../shared/ui/forms/select-field.tsx'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { reloadApiKeys } from './api-keys-query.ts'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { ScopeFields } from './scope-fields.tsx'

const DAY_MS = 24 * 3_600_000
/** In days; empty: until it is revoked. */
const LIFETIMES = [
  ['30', msg('30 days')],
  ['90', msg('90 days')],
  ['365', msg('One year')],
  ['', msg('Until I revoke it')],
] as const

type Values = { name: string; scopes: ApiKeyScope[]; dailyMax: string; days: string }
type Props = { role: Role; onClose: () => void }

/** Asks what the key may do, then shows it, this once. */
export function MakeKeyDialog({ role, onClose }: Props) {
  const [key, setKey] = useState<string | null>(null)
  const form = useForm<Values>({
    defaultValues: { name: '', scopes: ['read'], dailyMax: '', days: '90' },
    reValidateMode: 'onSubmit',
  })
  const { errors, isSubmitting } = form.formState
  const scopes = form.watch('scopes')
  const sends = scopes.includes('transfer')

  async function make({ name, dailyMax, days }: Values) {
    const body = {
      name,
      scopes,
      ...(sends ? { dailyMax: toAmount(parseAmountCents(dailyMax) ?? 0n) } : {}),
      ...(days ? { expiresAt: new Date(Date.now() + Number(days) * DAY_MS).toISOString() } : {}),
    }
    try {
      setKey((await call<typeof createApiKey>('POST', '/users/api-keys', { body })).key)
      void reloadApiKeys()
    } catch (error) {
      if (!showFieldErrors(error, form, ['name', 'scopes', 'dailyMax'])) showError(error)
    }
  }

  if (key) return <NewKeyDialog apiKey={key} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} title={t('Make an API key')} focusFirstField>
      <form noValidate onSubmit={form.handleSubmit(make)} className="grid gap-5">
        <TextField
          label={t('Name')}
          hint={t('What it is for, so that you recognise it later.')}
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
        <Button type="submit" busy={isSubmitting}>
          {t('Make key')}
        </Button>
      </form>
    </Dialog>
  )
}
