import { verbatim } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { TextField } from '../../shared/ui/forms/field.tsx'
import { SectionCard, type SectionProps } from './section-card.tsx'

export function ChannelsSection({ form, stored: _stored, ...card }: SectionProps) {
  const { register } = form
  return (
    <SectionCard
      title={t('Other channels')}
      description={t('Cash App and WhatsApp details. Customers don’t see empty fields.')}
      {...card}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          autoComplete="off"
          label={t('Cash App tag')}
          maxLength={64}
          placeholder={verbatim('$fablebank')}
          {...register('channels.tag')}
        />
        <TextField autoComplete="off" label={t('Cash App name')} maxLength={200} {...register('channels.name')} />
      </div>
      <TextField
        autoComplete="off"
        label={verbatim('WhatsApp')}
        type="tel"
        maxLength={64}
        {...register('channels.whatsApp')}
      />
    </SectionCard>
  )
}
