import { t } from '../shared/i18n/i18n.ts'
import { localPath } from '../shared/i18n/local-path.ts'
import { ButtonLink } from '../shared/ui/button.tsx'
import { Sunrise } from '../shared/ui/page/sunrise.tsx'
import { SIGN_UP_PATH } from './site-links.ts'

export function CallToAction() {
  return (
    <section aria-labelledby="start" className="measure pb-20 lg:pb-28">
      <div className="relative overflow-hidden rounded-[2rem] bg-brand px-6 pt-14 pb-56 text-on-brand sm:px-14 md:py-16 lg:py-20">
        <Sunrise className="absolute end-0 bottom-0 h-48 w-auto md:h-60 lg:h-full" />
        <div className="relative grid max-w-xl justify-items-start gap-6 md:max-lg:max-w-[55%]">
          <h2 id="start" className="display text-[clamp(2.1rem,4.6vw,3.4rem)]">
            {t('Open an account in minutes.')}
          </h2>
          <p className="text-lg text-on-brand/90">
            {t('Begin with your name, an email address and a password. We ask for an identity document later.')}
          </p>
          <ButtonLink to={localPath(SIGN_UP_PATH)} size="large" variant="inverse">
            {t('Get Started')}
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}
