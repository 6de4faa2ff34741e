import { currencyWord } from '../../shared/currency-words.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { institution } from '../../shared/institution.ts'
import { pageMeta } from '../../shared/ui/page/page-meta.ts'
import { CallToAction } from '../call-to-action.tsx'
import { ContactDetails } from '../contact-details.tsx'
import { PageHead } from '../page-head.tsx'
import { type Service, services } from './services.ts'

export const meta = () =>
  pageMeta({
    title: t('Services · {name}', { name: institution.name }),
    description: t(
      'An everyday account, deposits by wire or in cryptocurrency, transfers protected by a PIN, payments from 50+ countries, and support from people: how {name} works, step by step.',
      { name: institution.name },
    ),
    path: '/services',
  })

export default function ServicesPage() {
  return (
    <>
      <PageHead title={t('What we do, step by step.')}>
        {t('For every service: what you do, what we do, and what happens next. No hidden steps.')}
      </PageHead>
      <div className="measure pb-20 lg:pb-28">
        {services.map((service) => (
          <ServiceRow key={service.title} {...service} />
        ))}
      </div>
      <CallToAction />
      <ContactDetails />
    </>
  )
}

function ServiceRow({ icon: Icon, title, text, steps, outcome }: Service) {
  const words = { currency: currencyWord('other') }
  return (
    <section className="grid gap-x-16 gap-y-8 border-t border-line py-12 lg:grid-cols-[1fr_1.2fr] lg:py-16">
      <div className="grid content-start gap-4">
        <Icon aria-hidden className="size-8 text-accent" strokeWidth={1.5} />
        <h2 className="display text-3xl md:text-4xl">{t(title)}</h2>
        <p className="max-w-md text-lg leading-relaxed text-muted">{t(text, words)}</p>
      </div>
      <div className="rounded-card border border-line bg-surface p-6 shadow-card sm:p-8">
        <ol className="grid gap-4">
          {steps.map((step, index) => (
            <li key={step} className="grid grid-cols-[2rem_1fr] gap-3 leading-relaxed">
              <span aria-hidden="true" className="figures font-display text-xl leading-7 text-accent">
                {index + 1}
              </span>
              {t(step, words)}
            </li>
          ))}
        </ol>
        <p className="mt-5 border-t border-line pt-5 text-muted">{t(outcome)}</p>
      </div>
    </section>
  )
}
