import { useQuery } from '@tanstack/react-query'
import { CircleX, IdCard, ShieldCheck } from 'lucide-react'
import type { Text } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import type { Content } from '../../shared/ui/content.ts'
import { cardClass } from '../page.tsx'
import { verificationQuery } from './verification-query.ts'

const TO = '/dashboard/verification'

/** What a Pending customer does next. Shows nothing while loading or failed: the notice above explains the state. */
export function VerificationCard() {
  const { data } = useQuery(verificationQuery)
  if (!data) return null
  if (data.state === 'submitted')
    return (
      <Card
        icon={<ShieldCheck aria-hidden className="size-6 text-accent" />}
        title={t('We are checking your documents')}
      >
        <p className="text-muted">{t('We’ll notify you as soon as we’re done.')}</p>
        <ButtonLink to={TO} variant="secondary" className="mt-1 justify-self-start">
          {t('See your documents')}
        </ButtonLink>
      </Card>
    )
  if (data.state === 'rejected')
    return (
      <Card
        icon={<CircleX aria-hidden className="size-6 text-warning" />}
        title={t('We could not accept your documents')}
      >
        <p className="wrap-anywhere">{data.reason}</p>
        <ButtonLink to={TO} className="mt-1 justify-self-start">
          {t('Upload again')}
        </ButtonLink>
      </Card>
    )
  return (
    <Card icon={<IdCard aria-hidden className="size-6 text-accent" />} title={t('Verify your identity')}>
      <p className="text-muted">
        {t('Take a photo of your ID and of a letter with your address. It takes about two minutes.')}
      </p>
      <ButtonLink to={TO} className="mt-1 justify-self-start">
        {t('Upload documents')}
      </ButtonLink>
    </Card>
  )
}

const Card = ({ icon, title, children }: { icon: Content; title: Text; children: Content }) => (
  <section aria-label={t('Your documents')} className={classNames(cardClass, 'flex gap-4 p-5')}>
    <span className="mt-0.5 shrink-0">{icon}</span>
    <div className="grid min-w-0 gap-2">
      <h2 className="text-lg font-semibold">{title}</h2>
      {children}
    </div>
  </section>
)
