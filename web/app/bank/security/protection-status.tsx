import { Check, Minus, ShieldAlert, ShieldCheck } from 'lucide-react'
import type { Factors } from '#contract/identity/factors.ts'
import { passkeysSupported } from '../../shared/api/passkeys.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Trans } from '../../shared/i18n/trans.tsx'
import { hasFewCodes } from '../../shared/session/remind-of-recovery-codes.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import type { Content } from '../../shared/ui/content.ts'
import { cardClass } from '../page.tsx'
import { hasSecondFactor, protectionOf } from './protection.ts'

const TONES = {
  basic: 'bg-warning-soft text-warning',
  attention: 'bg-warning-soft text-warning',
  good: 'bg-positive-soft text-positive',
}

/** How well the account is protected, and the next best step. */
export function ProtectionStatus({ factors }: { factors: Factors }) {
  const { level, title, text, next } = protectionOf(factors, passkeysSupported())
  const Icon = level === 'good' ? ShieldCheck : ShieldAlert
  return (
    <section
      aria-labelledby="protection"
      className={classNames(
        cardClass,
        'grid items-center gap-x-8 gap-y-5 p-5 sm:p-6 lg:grid-cols-[minmax(0,1fr)_auto]',
      )}
    >
      <div className="flex flex-col gap-4 sm:flex-row">
        <span className={classNames('grid size-12 shrink-0 place-items-center rounded-full', TONES[level])}>
          <Icon aria-hidden className="size-6" strokeWidth={1.8} />
        </span>
        <div className="grid min-w-0 justify-items-start gap-1.5">
          <h2 id="protection" className="display text-2xl">
            {title}
          </h2>
          <p className="max-w-xl text-muted">{text}</p>
          {next && (
            <a
              href={`#${next.card}`}
              className="py-1 pointer-coarse:py-2.5 font-semibold text-accent underline underline-offset-4"
            >
              {next.text}
            </a>
          )}
        </div>
      </div>
      <ul className="grid gap-2 text-[0.9375rem] lg:min-w-60 lg:border-s lg:border-line lg:ps-8">
        <Item done={factors.passkeys.length > 0}>{passkeyCount(factors.passkeys.length)}</Item>
        <Item done={factors.totp}>{factors.totp ? t('Authenticator app') : t('Authenticator app off')}</Item>
        {hasSecondFactor(factors) ? (
          <Item done={!hasFewCodes(factors.recoveryCodes)}>
            <Trans
              text="<0>{recoveryCodes}</0> of 10 recovery codes"
              parts={[(children) => <span className="figures">{children}</span>]}
              values={{ recoveryCodes: factors.recoveryCodes }}
            />
          </Item>
        ) : (
          <Item done={false}>{t('No recovery codes')}</Item>
        )}
      </ul>
    </section>
  )
}

const passkeyCount = (count: number) =>
  count === 0 ? t('No passkey') : t('{count, plural, one {# passkey} other {# passkeys}}', { count })

function Item({ done, children }: { done: boolean; children: Content }) {
  const Icon = done ? Check : Minus
  return (
    <li className={classNames('flex items-center gap-3', !done && 'text-muted')}>
      <span
        className={classNames(
          'grid size-6 shrink-0 place-items-center rounded-full',
          done ? 'bg-positive-soft text-positive' : 'bg-ink/6 text-muted',
        )}
      >
        <Icon aria-hidden className="size-4" strokeWidth={2.4} />
      </span>
      <span>{children}</span>
    </li>
  )
}
