import {
  CalendarCheck,
  HandCoins,
  KeyRound,
  type LucideIcon,
  MessageCircle,
  MonitorSmartphone,
  Scale,
} from 'lucide-react'
import { msg, type TextId } from '#contract/text-id.ts'
import { t } from '../../shared/i18n/i18n.ts'

const features: { icon: LucideIcon; title: TextId; text: TextId }[] = [
  {
    icon: Scale,
    title: msg('A balance you can trust'),
    text: msg('Your balance is what you can spend right now. Money on hold is shown separately.'),
  },
  {
    icon: KeyRound,
    title: msg('A PIN on every transfer'),
    text: msg('No transfer leaves your account without the four-digit PIN that only you know.'),
  },
  {
    icon: HandCoins,
    title: msg('Deposits your way'),
    text: msg('Add money by wire or in cryptocurrency. Your receipt stays with the transaction.'),
  },
  {
    icon: CalendarCheck,
    title: msg('Dates you can rely on'),
    text: msg('Every transaction shows its value date and its booking date. Neither is ever changed afterward.'),
  },
  {
    icon: MessageCircle,
    title: msg('Support from people'),
    text: msg('Message us from your account. A member of our team replies, and the conversation stays in one place.'),
  },
  {
    icon: MonitorSmartphone,
    title: msg('Works on every screen'),
    text: msg('Phone or desktop, light or dark, touch or keyboard: it’s the same account everywhere.'),
  },
]

/** Set like an account book: the heading in the margin, one row per feature. */
export function Features() {
  return (
    <section aria-labelledby="features" className="border-y border-line bg-surface">
      <div className="measure grid gap-10 py-20 lg:grid-cols-[0.8fr_1.4fr] lg:gap-20 lg:py-28">
        <div className="grid content-start gap-4 lg:sticky lg:top-32">
          <h2 id="features" className="display text-[clamp(2rem,4.4vw,3.1rem)]">
            {t('What an account should do.')}
          </h2>
          <p className="max-w-sm text-lg text-balance text-muted">{t('No surprises.')}</p>
        </div>
        <ul className="grid sm:grid-cols-2 sm:gap-x-10">
          {features.map(({ icon: Icon, title, text }) => (
            <li key={title} className="grid content-start gap-2 border-t border-line py-7">
              <Icon aria-hidden className="mb-2 size-6 text-accent" strokeWidth={1.75} />
              <h3 className="text-lg font-semibold">{t(title)}</h3>
              <p className="leading-relaxed text-muted">{t(text)}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
