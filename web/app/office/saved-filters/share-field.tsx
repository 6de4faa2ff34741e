import { t } from '../../shared/i18n/i18n.ts'

type Props = { checked: boolean; onChange: (checked: boolean) => void; disabled?: boolean }

export const ShareField = ({ checked, onChange, disabled }: Props) => (
  <label className="inline-flex min-h-11 items-center gap-2.5 justify-self-start font-medium">
    <input
      type="checkbox"
      className="size-4.5 accent-accent"
      checked={checked}
      disabled={disabled}
      onChange={(event) => onChange(event.target.checked)}
    />
    {t('Share with the team')}
  </label>
)
