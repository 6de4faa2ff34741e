import { formatMoney, sampleAmount } from '#contract/money.ts'
import { verbatim } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { currencyWord } from '../../shared/currency-words.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Globe } from './globe.tsx'

const arrivals = [
  { from: msg('Lisbon, Portugal'), amount: 840 },
  { from: msg('Nairobi, Kenya'), amount: 125.4 },
  { from: msg('Osaka, Japan'), amount: 2310 },
]

export function International() {
  return (
    <section aria-labelledby="international" className="overflow-hidden bg-night text-on-night">
      <div className="measure grid items-center gap-14 py-20 lg:grid-cols-2 lg:py-28">
        <div className="relative z-10 grid gap-6">
          <h2 id="international" className="display text-[clamp(2.2rem,5vw,3.75rem)]">
            {t('Payments from 50+ countries, in one account.')}
          </h2>
          <p className="max-w-lg text-lg leading-relaxed text-on-night-muted">
            {t(
              'Send a wire from a bank abroad, upload the receipt, and we credit your account in {other}. Every deposit keeps its receipt and its dates, so you always know where it came from.',
              { other: currencyWord('other') },
            )}
          </p>
          <ul className="mt-2 grid max-w-md divide-y divide-night-line border-y border-night-line">
            {arrivals.map(({ from, amount }) => (
              <li key={from} className="flex items-baseline justify-between gap-4 py-3.5">
                <span>{t(from)}</span>
                <span dir="ltr" className="figures font-medium">
                  {verbatim('+')}
                  {formatMoney(sampleAmount(amount))}
                </span>
              </li>
            ))}
          </ul>
        </div>
        <Globe />
      </div>
    </section>
  )
}
