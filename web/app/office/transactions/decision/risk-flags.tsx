import { ShieldAlert } from 'lucide-react'
import { RISK_FLAGS, type RiskFlag } from '#contract/payments/risk-flags.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { t } from '../../../shared/i18n/i18n.ts'

/** How staff see a flag: its name, why it is there, and what to do about it. */
export const RISK_TEXTS: Record<RiskFlag, { label: TextId; reason: TextId; check: TextId }> = {
  large: {
    label: msg('Large'),
    reason: msg('The amount is unusually large.'),
    check: msg('Compare it with earlier transactions and ask for its purpose.'),
  },
  new_payee: {
    label: msg('New payee'),
    reason: msg('The customer has never paid this account before.'),
    check: msg('Compare the name with the account, and call the customer if they don’t match.'),
  },
  new_device: {
    label: msg('New device'),
    reason: msg('Submitted from a device first used in the last 24 hours.'),
    check: msg('Ask the customer, on the number you have on file, whether the device is theirs.'),
  },
  credentials_changed: {
    label: msg('Credentials changed'),
    reason: msg('Password, PIN, email or a second factor changed in the last 24 hours.'),
    check: msg('Confirm with the customer that they made the change. Don’t use the new email.'),
  },
  velocity: {
    label: msg('Many at once'),
    reason: msg('At least the fifth within an hour.'),
    check: msg('Look at the others together before you decide on one.'),
  },
  just_below_limit: {
    label: msg('Just below the limit'),
    reason: msg('At most 5 % below what one member of staff may approve alone.'),
    check: msg('Look for other parts of the same payment.'),
  },
  whole_balance: {
    label: msg('Whole balance'),
    reason: msg('90% or more of what was available.'),
    check: msg('Ask whether the customer knows the payee and was put under pressure.'),
  },
}

const known = (flags: readonly RiskFlag[]) => RISK_FLAGS.filter((flag) => flags.includes(flag))

/** In a list: names only, the panel explains them. */
export function RiskChips({ flags }: { flags: readonly RiskFlag[] }) {
  if (flags.length === 0) return null
  return (
    <span className="flex flex-wrap gap-1 pt-0.5">
      {known(flags).map((flag) => (
        <span
          key={flag}
          title={t(RISK_TEXTS[flag].reason)}
          className="rounded-full bg-warning-soft px-2 text-[0.8125rem] leading-5 font-medium text-warning"
        >
          {t(RISK_TEXTS[flag].label)}
        </span>
      ))}
    </span>
  )
}

/** In the panel: why each flag is there, and what to check before deciding. */
export function RiskNotices({ flags, isDecided }: { flags: readonly RiskFlag[]; isDecided: boolean }) {
  if (flags.length === 0) return null
  return (
    <section aria-label={t('Risk flags')}>
      <h3 className="mb-2 flex items-center gap-2 font-semibold">
        <ShieldAlert aria-hidden className="size-4.5 text-warning" />
        {isDecided ? t('Flags at submission') : t('What to check')}
      </h3>
      <ul className="grid gap-px overflow-hidden rounded-2xl border border-line bg-line">
        {known(flags).map((flag) => (
          <li key={flag} className="grid gap-0.5 bg-surface px-4 py-2.5">
            <span className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5">
              <strong className="rounded-full bg-warning-soft px-2 text-[0.8125rem] leading-5 font-medium text-warning">
                {t(RISK_TEXTS[flag].label)}
              </strong>
              <span>{t(RISK_TEXTS[flag].reason)}</span>
            </span>
            {!isDecided && <span className="text-sm text-muted">{t(RISK_TEXTS[flag].check)}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
