import {
  CalendarCheck,
  HandCoins,
  KeyRound,
  type LucideIcon,
  MessageCircle,
  MonitorSmartphone,
  Scale,
} from 'lucide-react'

const features: { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: Scale,
    title: 'A balance that means it',
    text: 'The figure you see is what you can spend now. Money on hold stands beside it and is never mixed in.',
  },
  {
    icon: KeyRound,
    title: 'Transfers behind a PIN',
    text: 'Four digits that only you know stand between your money and everybody else.',
  },
  {
    icon: HandCoins,
    title: 'Deposits your way',
    text: 'By wire or in cryptocurrency, with your receipt kept beside the entry it belongs to.',
  },
  {
    icon: CalendarCheck,
    title: 'Dates that stay put',
    text: 'Each entry shows the day it counts from and the day it was booked. Neither is ever rewritten.',
  },
  {
    icon: MessageCircle,
    title: 'People who answer',
    text: 'Write to support from your account. A person reads it, and the whole conversation stays in one place.',
  },
  {
    icon: MonitorSmartphone,
    title: 'At home on every screen',
    text: 'Phone or desktop, light or dark, by touch or by keyboard: the same account, the same figures.',
  },
]

/** Set like the pages of an account book: a heading in the margin, one line for each entry. */
export function Features() {
  return (
    <section aria-labelledby="features" className="border-y border-line bg-surface">
      <div className="measure grid gap-10 py-20 lg:grid-cols-[0.8fr_1.4fr] lg:gap-20 lg:py-28">
        <div className="grid content-start gap-4 lg:sticky lg:top-32">
          <h2 id="features" className="display text-[clamp(2rem,4.4vw,3.1rem)]">
            What an account should do.
          </h2>
          <p className="max-w-sm text-lg text-balance text-muted">And nothing that makes you wonder what it did.</p>
        </div>
        <ul className="grid sm:grid-cols-2 sm:gap-x-10">
          {features.map(({ icon: Icon, title, text }) => (
            <li key={title} className="grid content-start gap-2 border-t border-line py-7">
              <Icon aria-hidden className="mb-2 size-6 text-accent" strokeWidth={1.75} />
              <h3 className="text-lg font-semibold">{title}</h3>
              <p className="leading-relaxed text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
