import { t } from '../../shared/i18n/i18n.ts'
import { TextField } from '../../shared/ui/forms/field.tsx'
import { SectionCard, type SectionProps } from './section-card.tsx'

export function BankingSection({ form, stored: _stored, ...card }: SectionProps) {
  const { register } = form
  return (
    <SectionCard
      title={t('Banking info')}
      description={t('Where customers send wire deposits. Shown on the deposit page.')}
      {...card}
    >
      <TextField
        autoComplete="off"
        label={t('Account name')}
        maxLength={200}
        required
        {...register('bankingInfo.accountName')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          autoComplete="off"
          label={t('Account number')}
          maxLength={64}
          required
          {...register('bankingInfo.accountNumber')}
        />
        <TextField autoComplete="off" label={t('Routing number')} maxLength={64} {...register('bankingInfo.routing')} />
      </div>
      <TextField
        autoComplete="off"
        label={t('Bank name')}
        maxLength={200}
        required
        {...register('bankingInfo.bankName')}
      />
      <TextField autoComplete="off" label={t('Address')} maxLength={400} {...register('bankingInfo.address')} />
    </SectionCard>
  )
}
