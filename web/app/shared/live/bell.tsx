import { useQuery } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import { verbatim } from '#contract/text.ts'
import { useAmountsHidden } from '../amounts/use-amounts-hidden.ts'
import { t } from '../i18n/i18n.ts'
import { loadOnInteraction } from '../ui/loading/load-on-interaction.tsx'
import { bellQuery, unanswered } from './bell-query.ts'
import { useLiveUpdates } from './live-updates.ts'
import { useTitleCount } from './use-title-count.ts'

const OpenBell = loadOnInteraction(() => import('./bell-popup.tsx').then((module) => module.BellPopup))

/** The latest notifications with the unread count. Mounts the live updates of the page. */
export function Bell() {
  const hideAmounts = useAmountsHidden()
  const { data: bell } = useQuery(bellQuery)
  const count = bell ? bell.unread + unanswered(bell.office) + (bell.office?.proposals ?? 0) : 0
  useLiveUpdates({ hideAmounts })
  useTitleCount(count)
  return (
    <div className="sm:relative">
      <OpenBell
        hideAmounts={hideAmounts}
        trigger={
          <button
            type="button"
            aria-label={count > 0 ? t('Notifications, {count} unread', { count }) : t('Notifications')}
            aria-haspopup="dialog"
            className="relative grid size-11 place-items-center rounded-full text-ink transition-colors hover:bg-ink/6"
          >
            <BellIcon aria-hidden className="size-5.5" strokeWidth={1.8} />
            {count > 0 && (
              <span
                aria-hidden="true"
                className="figures absolute top-0.5 end-0 grid min-h-5 min-w-5 place-items-center rounded-full bg-accent px-1 text-[0.6875rem] font-bold text-on-accent ring-2 ring-paper"
              >
                {count > 99 ? verbatim('99+') : count}
              </span>
            )}
          </button>
        }
      />
    </div>
  )
}
