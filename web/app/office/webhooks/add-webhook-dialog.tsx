import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { WEBHOOK_EVENTS, type WebhookEvent } from '#contract/notifications/webhook-events.ts'
import type { addWebhook } from '#contract/notifications/webhooks.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { showError } from '../../shared/show-error.ts'
import { showFieldErrors } from '../../shared/show-field-errors.ts'
import { Button } from '../../shared/ui/button.tsx'
import { CopyButton } from '../../shared/ui/copy-button.tsx'
import { Dialog } from '../../shared/ui/dialogs/dialog.tsx'
import { TextField } from '../../shared/ui/forms/field.tsx'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { reloadOffice } from '../layout/office-query.ts'
import { EVENT_MEANINGS } from './event-names.ts'

type Values = { url: string; events: WebhookEvent[] }

/** Two steps: the form, and the secret, which is shown once. */
export function AddWebhookDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null)
  const close = () => {
    setSecret(null)
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={secret ? t('Keep the secret') : t('Add a webhook')}
      intro={
        secret
          ? t('The receiver checks the signature of every request with it. It is not shown again.')
          : t('Events from now on are sent to this address. Every administrator is notified.')
      }
      focusFirstField={!secret}
    >
      {secret ? <Secret secret={secret} onClose={close} /> : <AddForm onAdded={setSecret} onClose={close} />}
    </Dialog>
  )
}

const Secret = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <div className="grid gap-5">
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-2xl bg-sunken px-4 py-3">
      <code dir="ltr" className="min-w-0 text-sm break-all">
        {secret}
      </code>
      <CopyButton text={secret} what={t('secret')} />
    </div>
    <Button onClick={onClose} className="justify-self-start">
      {t('I have stored it')}
    </Button>
  </div>
)

function AddForm({ onAdded, onClose }: { onAdded: (secret: string) => void; onClose: () => void }) {
  const form = useForm<Values>({ defaultValues: { url: '', events: [...WEBHOOK_EVENTS] } })
  const { errors } = form.formState
  const add = useMutation({
    mutationFn: (body: Values) => call<typeof addWebhook>('POST', '/admin/webhooks', { body }),
    onSuccess: ({ secret }) => {
      onAdded(secret)
      void reloadOffice()
    },
    onError: (error) => {
      if (showFieldErrors(error, form, ['url', 'events'])) return
      if (error instanceof ApiError && error.code === 'webhook_url_refused')
        form.setError('url', { message: error.message }, { shouldFocus: true })
      else showError(error)
    },
  })
  return (
    <form noValidate onSubmit={form.handleSubmit((values) => add.mutate(values))} className="grid gap-5">
      <TextField
        label={t('Address')}
        hint={t('For example https://example.com/hooks')}
        type="url"
        dir="ltr"
        maxLength={500}
        autoComplete="off"
        spellCheck={false}
        error={errors.url?.message}
        {...form.register('url', { required: t('Please enter the address.') })}
      />
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-medium">{t('Events')}</legend>
        {WEBHOOK_EVENTS.map((event) => (
          <label key={event} className="flex min-h-11 items-center gap-3 rounded-xl px-2 hover:bg-ink/4">
            <input
              type="checkbox"
              value={event}
              className="size-5 shrink-0 accent-accent"
              {...form.register('events', {
                validate: (events) => events.length > 0 || t('Choose at least one event.'),
              })}
            />
            <span className="min-w-0">
              {t(EVENT_MEANINGS[event])}
              <code dir="ltr" className="block text-sm text-muted">
                {event}
              </code>
            </span>
          </label>
        ))}
        {errors.events?.message && (
          <p role="alert" className="text-sm font-medium text-negative">
            {errors.events.message}
          </p>
        )}
      </fieldset>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={add.isPending}>
          {t('Add webhook')}
        </Button>
        <Button variant="quiet" disabled={add.isPending} onClick={onClose}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}
