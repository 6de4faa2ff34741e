import { useQuery } from '@tanstack/react-query'
import { Banknote, Check, CircleX, IdCard, KeyRound, type LucideIcon, Mail, ShieldCheck } from 'lucide-react'
import type { User } from '#contract/customers/people.ts'
import type { Verification } from '#contract/identity/verification.ts'
import type { Text } from '#contract/text.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { isActiveStaff } from '../../shared/session/permitted.tsx'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { cardClass } from '../page.tsx'
import { recentTransactions } from '../transactions/transaction-queries.ts'
import { verificationQuery } from '../verification/verification-query.ts'
import { openSteps, STEPS, type StepName } from './checklist-steps.ts'

type Step = { name: Text; icon: LucideIcon; title: Text; text: Text; to: string; action: Text }

const DONE_NAMES: Record<StepName, TextId> = {
  email: msg('Email confirmed'),
  documents: msg('Identity verified'),
  pin: msg('PIN created'),
  money: msg('First money added'),
}

/** What a new customer does next, until all of it is done. */
export function Checklist({ user }: { user: User }) {
  const verification = useQuery({ ...verificationQuery, enabled: user.status === 'Pending' }).data
  const transactions = useQuery(recentTransactions()).data
  const open = openSteps(user, { verification, transactions })
  if (open.length === 0 || isActiveStaff(user)) return null
  const done = STEPS.filter((step) => !open.includes(step))
  return (
    <section aria-labelledby="setting-up" className={classNames(cardClass, 'grid gap-4 p-5 sm:p-6')}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="setting-up" className="text-lg font-semibold">
          {t('Finish setting up')}
        </h2>
        <p className="text-sm text-muted">{t('{done} of {total} done', { done: done.length, total: STEPS.length })}</p>
      </div>
      <ul className="grid gap-4">
        {open.map((step) => (
          <OpenStep key={step} {...stepOf(step, user, verification)} />
        ))}
      </ul>
      {done.length > 0 && (
        <ul className="flex flex-wrap gap-x-5 gap-y-1.5 border-t border-line pt-4 text-sm text-muted">
          {done.map((step) => (
            <li key={step} className="flex items-center gap-1.5">
              <Check aria-hidden className="size-4 shrink-0 text-positive" />
              {t(DONE_NAMES[step])}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const OpenStep = ({ name, icon: Icon, title, text, to, action }: Step) => (
  <li>
    <section aria-label={name} className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
        <Icon aria-hidden className="size-5" />
      </span>
      <div className="min-w-48 flex-1 basis-56">
        <h3 className="font-medium">{title}</h3>
        <p className="text-[0.9375rem] wrap-anywhere text-muted">{text}</p>
      </div>
      <ButtonLink to={to} variant="secondary">
        {action}
      </ButtonLink>
    </section>
  </li>
)

function stepOf(step: StepName, user: User, verification: Verification | undefined): Step {
  switch (step) {
    case 'email':
      return {
        name: t('Your email'),
        icon: Mail,
        title: t('Confirm your email'),
        text: t('Open the link that we sent to {email}.', { email: user.email }),
        to: '/dashboard/settings',
        action: t('Confirm email'),
      }
    case 'documents':
      return { name: t('Your documents'), to: '/dashboard/verification', ...documentsStep(verification) }
    case 'pin':
      return {
        name: t('Your PIN'),
        icon: KeyRound,
        title: t('Create a PIN'),
        text: t('You confirm payments with it.'),
        to: '/code',
        action: t('Create PIN'),
      }
    case 'money':
      return {
        name: t('Your first money'),
        icon: Banknote,
        title: t('Add your first money'),
        text: t('By wire or cryptocurrency. Or ask someone to pay you.'),
        to: '/dashboard/deposit',
        action: t('Make a deposit'),
      }
  }
}

function documentsStep(verification: Verification | undefined): Pick<Step, 'icon' | 'title' | 'text' | 'action'> {
  if (verification?.state === 'submitted')
    return {
      icon: ShieldCheck,
      title: t('We are checking your documents'),
      text: t('We’ll notify you as soon as we’re done.'),
      action: t('See your documents'),
    }
  if (verification?.state === 'rejected')
    return {
      icon: CircleX,
      title: t('We could not accept your documents'),
      text: verification.reason,
      action: t('Upload again'),
    }
  return {
    icon: IdCard,
    title: t('Verify your identity'),
    text: t('Take a photo of your ID and of a letter with your address. It takes about two minutes.'),
    action: t('Upload documents'),
  }
}
