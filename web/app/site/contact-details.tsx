import type { Text } from '#contract/text.ts'
import { t } from '../shared/i18n/i18n.ts'
import { institution } from '../shared/institution.ts'
import type { Content } from '../shared/ui/content.ts'
import { CardBrandIcons, SocialIcons } from './brand-icons.tsx'
import { PhoneNumbers } from './phone-numbers.tsx'

/** Contact details for the foot of a public page. */
export function ContactDetails() {
  return (
    <section aria-labelledby="contact-details" className="border-t border-line bg-surface">
      <div className="measure grid gap-8 py-14 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_auto_auto] lg:gap-x-14">
        <h2 id="contact-details" className="display text-3xl sm:col-span-2 lg:col-span-4">
          {t('Contact us')}
        </h2>
        <Channel name={t('Phone')}>
          <PhoneNumbers />
        </Channel>
        <Channel name={t('Email')}>
          <a
            href={`mailto:${institution.email}`}
            className="pointer-coarse:inline-block pointer-coarse:py-2.5 text-accent underline underline-offset-4"
          >
            {institution.email}
          </a>
        </Channel>
        <Channel name={t('Follow us')}>
          <SocialIcons />
        </Channel>
        <Channel name={t('Payment networks')}>
          <CardBrandIcons />
        </Channel>
      </div>
    </section>
  )
}

function Channel({ name, children }: { name: Text; children: Content }) {
  return (
    <div className="grid content-start gap-2">
      <h3 className="text-sm font-medium text-muted">{name}</h3>
      <div className="text-lg">{children}</div>
    </div>
  )
}
