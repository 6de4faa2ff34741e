import { Eye, PencilLine } from 'lucide-react'
import { describeAccess, isStaffAction } from '#contract/office/access-kinds.ts'
import type { AccessEntry } from '#contract/office/access-log.ts'
import { ROLE_NAMES } from '#contract/permissions.ts'
import { joinTexts } from '#contract/text.ts'
import { t } from './i18n/i18n.ts'
import { classNames } from './ui/class-names.ts'
import { formatDay, timeFor } from './ui/figures/dates.ts'

type Props = { entries: readonly AccessEntry[]; reader: 'person' | 'staff' }

/** The access log, by day. An eye: a member of staff looked; a pencil: they did something. */
export function AccessLogRows({ entries, reader }: Props) {
  const days = Map.groupBy(entries, ({ at }) => formatDay(at))
  return (
    <div className="grid gap-6">
      {[...days].map(([day, ofDay]) => (
        <section key={day} aria-label={day} className="grid gap-2">
          <h3 className="text-sm font-medium text-muted">{day}</h3>
          <ul className="grid gap-px overflow-hidden rounded-2xl border border-line bg-line">
            {ofDay.map((entry, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id, and two can have the same time.
              <AccessRow key={`${entry.at} ${index}`} entry={entry} reader={reader} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function AccessRow({ entry: { at, by, role, what }, reader }: { entry: AccessEntry; reader: Props['reader'] }) {
  const isAction = isStaffAction(what)
  const Icon = isAction ? PencilLine : Eye
  return (
    <li className="flex items-start gap-3 bg-surface px-4 py-3 max-[22.4rem]:flex-wrap">
      <span
        aria-hidden="true"
        className={classNames(
          'mt-0.5 grid size-8 shrink-0 place-items-center rounded-full',
          isAction ? 'bg-warning-soft text-warning' : 'bg-sunken text-muted',
        )}
      >
        <Icon className="size-4" />
      </span>
      <div className="min-w-0 flex-1 max-[22.4rem]:basis-3/5">
        <p className="font-medium wrap-break-word">{t(describeAccess(what, reader))}</p>
        <p className="text-sm wrap-anywhere text-muted">{joinTexts(' · ', by, t(ROLE_NAMES[role]))}</p>
      </div>
      <time dateTime={at} className="figures shrink-0 text-sm text-muted max-[22.4rem]:-mt-2 max-[22.4rem]:ms-11">
        {timeFor(reader, at)}
      </time>
    </li>
  )
}
