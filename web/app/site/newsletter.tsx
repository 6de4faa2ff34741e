import { Check } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import type { subscribeNewsletter } from '#contract/office/contact.ts'
import { callLater } from '../shared/api/call-later.ts'
import { t } from '../shared/i18n/i18n.ts'
import { useHydrated } from '../shared/ui/loading/use-hydrated.ts'

type State = 'idle' | 'sending' | 'done'

/** Fire and forget: the form reports success even if the request fails, and does not validate the address. */
export function Newsletter() {
  const [state, setState] = useState<State>('idle')
  const id = useId()
  const hydrated = useHydrated()

  async function subscribe(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email') ?? '')
    setState('sending')
    await callLater<typeof subscribeNewsletter>('POST', '/newsletters', { body: { email } }).catch(() => undefined)
    setState('done')
  }

  return (
    <form noValidate onSubmit={subscribe} className="grid grid-cols-1 content-start gap-3">
      <label htmlFor={id} className="font-display text-xl">
        {t('Newsletter')}
      </label>
      <p className="text-on-night-muted">{t('New features and changes that affect your account.')}</p>
      <div className="mt-1 flex rounded-full border border-on-night-muted/60 p-1 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-on-night">
        <input
          id={id}
          name="email"
          inputMode="email"
          autoComplete="email"
          placeholder={t('Email address')}
          disabled={state === 'done'}
          className="min-w-0 flex-1 bg-transparent px-4 text-on-night outline-none placeholder:text-on-night-muted disabled:text-on-night-muted"
        />
        <button
          type="submit"
          disabled={state !== 'idle' || !hydrated}
          className="inline-flex min-h-11 min-w-28 items-center justify-center gap-2 rounded-full bg-on-night px-5 text-[0.9375rem] font-semibold text-night transition-colors hover:bg-sun"
        >
          {state === 'idle' && t('Subscribe')}
          {state === 'sending' && t('Sending')}
          {state === 'done' && <Check aria-label={t('Done')} className="size-5" />}
        </button>
      </div>
      <p role="status" className="sr-only">
        {state === 'done' && t('Thanks for subscribing.')}
      </p>
    </form>
  )
}
