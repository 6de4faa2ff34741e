import { Mail, MapPin, Phone } from 'lucide-react'
import type { Text } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { institution } from '../../shared/institution.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import type { Content } from '../../shared/ui/content.ts'
import { pageMeta } from '../../shared/ui/page/page-meta.ts'
import { CardBrandIcons, SocialIcons } from '../brand-icons.tsx'
import { PageHead } from '../page-head.tsx'
import { PhoneNumbers } from '../phone-numbers.tsx'
import { ChatWidget } from './chat-widget.tsx'
import { ContactForm } from './contact-form.tsx'

export const meta = () =>
  pageMeta({
    title: t('Contact {name}', { name: institution.name }),
    description: t(
      'Call, email, or send a message from this page. A member of the {name} team reads every message and replies.',
      { name: institution.name },
    ),
    path: '/contact',
  })

export default function ContactPage() {
  return (
    <>
      <PageHead title={t('Talk to a person.')}>
        {t('Call, email, or send us a message. A member of our team reads every one and replies.')}
      </PageHead>
      <div className="measure grid gap-x-16 gap-y-12 pb-24 lg:grid-cols-[1fr_1.25fr]">
        <div className="grid content-start gap-8">
          <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1">
            <ContactCard icon={<Phone aria-hidden className="size-5" />} name={t('Phone')}>
              <PhoneNumbers />
            </ContactCard>
            <ContactCard icon={<Mail aria-hidden className="size-5" />} name={t('Email')}>
              <a
                href={`mailto:${institution.email}`}
                className="pointer-coarse:inline-block pointer-coarse:py-2.5 text-accent underline underline-offset-4"
              >
                {institution.email}
              </a>
            </ContactCard>
            <ContactCard
              icon={<MapPin aria-hidden className="size-5" />}
              name={t('Address')}
              className="sm:max-lg:col-span-2"
            >
              <address className="not-italic">
                <bdi>{institution.address}</bdi>
              </address>
            </ContactCard>
          </div>
          <div className="grid gap-3">
            <h2 className="text-sm font-medium text-muted">{t('Follow us')}</h2>
            <SocialIcons />
          </div>
          <div className="grid gap-3">
            <h2 className="text-sm font-medium text-muted">{t('Payment networks')}</h2>
            <CardBrandIcons />
          </div>
        </div>
        <ContactForm />
      </div>
      <ChatWidget />
    </>
  )
}

type CardProps = { icon: Content; name: Text; children: Content; className?: string }

function ContactCard({ icon, name, children, className }: CardProps) {
  return (
    <div
      className={classNames(
        'flex gap-4 rounded-card border border-line bg-surface p-5 max-[22.4rem]:gap-3 max-[22.4rem]:p-4',
        className,
      )}
    >
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">{icon}</span>
      <div className="min-w-0">
        <h2 className="text-sm font-medium text-muted">{name}</h2>
        <div className="text-lg break-words">{children}</div>
      </div>
    </div>
  )
}
