import { CircleCheck } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import type { sendContactMessage } from '#contract/office/contact.ts'
import type { Text } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { callLater } from '../../shared/api/call-later.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Button } from '../../shared/ui/button.tsx'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { TextAreaField, TextField } from '../../shared/ui/forms/field.tsx'
import { TermsField } from './terms-field.tsx'

const required = {
  name: msg('Please enter your name.'),
  email: msg('Please enter your email address.'),
  mobile: msg('Please enter your mobile number.'),
  message: msg('Please enter a message.'),
  terms: msg('Please accept the terms.'),
}
type Name = keyof typeof required
type Errors = Partial<Record<Name, Text>>
const names = Object.keys(required) as Name[]

/** The API takes any address and number, as programs write them; a person who mistypes them would wait for an answer in vain. */
const reachable = {
  email: { pattern: /@[^@\s]+\.[^.@\s]{2,}\s*$/, text: msg('Enter a valid e-mail address.') },
  mobile: { pattern: /(\d\D*){5}/, text: msg('Enter a phone number, such as +1 555 010 0199.') },
}

function findErrors(data: FormData): Errors {
  const entered = (name: Name) => String(data.get(name) ?? '').trim()
  const errors: Errors = {}
  for (const name of ['email', 'mobile'] as const)
    if (!reachable[name].pattern.test(entered(name))) errors[name] = t(reachable[name].text)
  for (const name of names) if (!entered(name)) errors[name] = t(required[name])
  return errors
}

/** Uses plain FormData instead of the form library, which would double this page's own script. The server validates again. */
export function ContactForm() {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Errors>({})
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle')

  function show(found: Errors) {
    setErrors(found)
    const first = names.find((name) => found[name])
    form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const found = findErrors(data)
    if (Object.keys(found).length > 0) return show(found)

    setState('sending')
    const text = (name: Name) => String(data.get(name))
    const body = { name: text('name'), email: text('email'), mobile: text('mobile'), message: text('message') }
    try {
      await callLater<typeof sendContactMessage>('POST', '/contact', { body: { ...body, terms: true } })
      setState('sent')
    } catch (error) {
      setState('idle')
      const { ApiError, errorMessage } = await import('../../shared/api/api-error.ts')
      const refused = error instanceof ApiError ? error.fieldErrors : []
      if (refused.length > 0) show(Object.fromEntries(refused.map(({ path, msg }) => [path, msg])))
      else showToast({ message: errorMessage(error), error: true })
    }
  }

  if (state === 'sent') return <Sent onAnother={() => setState('idle')} />

  const clear = (name: Name) => () => errors[name] && setErrors({ ...errors, [name]: undefined })
  const field = (name: Name) => ({ name, required: true, error: errors[name], onChange: clear(name) })
  return (
    <form
      ref={form}
      id="write"
      noValidate
      onSubmit={submit}
      className="grid content-start gap-5 rounded-card border border-line bg-surface p-6 shadow-card sm:p-9"
    >
      <h2 className="display text-3xl">{t('Send a message')}</h2>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label={t('Name')} autoComplete="name" className="sm:col-span-2" {...field('name')} />
        <TextField label={t('Email')} type="email" autoComplete="email" {...field('email')} />
        <TextField label={t('Mobile')} type="tel" autoComplete="tel" {...field('mobile')} />
      </div>
      <TextAreaField autoComplete="off" label={t('Message')} rows={6} {...field('message')} />
      <TermsField {...field('terms')} />
      <Button type="submit" size="large" busy={state === 'sending'} className="justify-self-start">
        {state === 'sending' ? t('Sending') : t('Send message')}
      </Button>
      <p className="js:hidden text-muted">{t('This form needs JavaScript. You can also call or email us.')}</p>
    </form>
  )
}

/** The form was longer, so the place where it began may be off a phone's screen. */
const showWhole = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'center' })

function Sent({ onAnother }: { onAnother: () => void }) {
  return (
    <div
      ref={showWhole}
      role="status"
      className="grid content-center justify-items-start gap-4 rounded-card border border-line bg-surface p-9"
    >
      <CircleCheck aria-hidden className="size-10 text-positive" strokeWidth={1.5} />
      <h2 className="display text-3xl">{t('Message sent.')}</h2>
      <p className="max-w-md text-lg text-muted">{t('Thank you. A member of our team will reply by email.')}</p>
      <Button variant="secondary" onClick={onAnother}>
        {t('Send another message')}
      </Button>
    </div>
  )
}
