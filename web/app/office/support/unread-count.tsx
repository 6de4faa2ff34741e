import { verbatim } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'

type Props = { count: number; what?: 'unread' | 'waiting' }

/** Renders nothing at zero. */
export const UnreadCount = ({ count, what = 'unread' }: Props) =>
  count > 0 && (
    <span className="figures grid min-h-5 min-w-5 place-items-center rounded-full bg-accent px-1.5 text-xs font-semibold text-on-accent">
      {count > 99 ? verbatim('99+') : count}
      <span className="sr-only">
        {verbatim(' ')}
        {what === 'unread' ? t('unread') : t('waiting')}
      </span>
    </span>
  )
