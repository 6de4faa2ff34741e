import { Check } from 'lucide-react'
import { msg } from '#contract/text-id.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { localPath } from '../../shared/i18n/local-path.ts'
import { Trans } from '../../shared/i18n/trans.tsx'
import { institution } from '../../shared/institution.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { SIGN_UP_PATH } from '../site-links.ts'
import { HeroAccount } from './hero-account.tsx'

const promises = [msg('A PIN on every transfer'), msg('Holds always visible'), msg('Support from real people')]

export function Hero() {
  return (
    <section className="overflow-x-clip">
      <div className="measure grid grid-cols-1 items-center gap-x-12 gap-y-14 pt-10 pb-20 md:pt-16 lg:grid-cols-[1.05fr_1fr] lg:pb-28">
        <div className="grid gap-7">
          <h1 className="display text-[clamp(2.9rem,7.2vw,5.25rem)]">
            <Trans
              text="Money, <0>told plainly.</0>"
              parts={[(children) => <span className="whitespace-nowrap">{children}</span>]}
            />
          </h1>
          <p className="max-w-xl text-lg leading-relaxed text-muted md:text-xl">
            {t(
              '{name} shows you exactly where your money stands: what you have, what’s on hold, and when every payment happened. Open an account in minutes and use it on any device.',
              { name: institution.name },
            )}
          </p>
          <div>
            <ButtonLink to={localPath(SIGN_UP_PATH)} size="large">
              {t('Get Started')}
            </ButtonLink>
          </div>
          <ul className="flex flex-wrap gap-x-5 gap-y-2 text-sm text-muted lg:flex-col">
            {promises.map((promise) => (
              <li key={promise} className="flex items-center gap-2">
                <Check aria-hidden className="size-4 text-accent" strokeWidth={2.5} />
                {t(promise)}
              </li>
            ))}
          </ul>
        </div>
        <HeroAccount />
      </div>
    </section>
  )
}
