import type { Text } from '#contract/text.ts'
import { dayKey } from '../../shared/chat/days.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { formatDay } from '../../shared/ui/figures/dates.ts'

export type DayGroup<Item> = { key: number; name: Text; items: Item[] }

/** Days of the browser's time zone, as the times in the rows are. `items` are in order of time. */
export function groupByDay<Item extends { createdAt: string }>(
  items: readonly Item[],
  now = new Date(),
): DayGroup<Item>[] {
  const groups: DayGroup<Item>[] = []
  for (const item of items) {
    const key = dayKey(item.createdAt)
    const last = groups.at(-1)
    if (last?.key === key) last.items.push(item)
    else groups.push({ key, name: dayName(item.createdAt, now), items: [item] })
  }
  return groups
}

/** 'Today', 'Yesterday' or 'Jan 5, 2026'. */
function dayName(iso: string, now: Date): Text {
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1).toISOString()
  if (dayKey(iso) === dayKey(now.toISOString())) return t('Today')
  return dayKey(iso) === dayKey(yesterday) ? t('Yesterday') : formatDay(iso)
}
