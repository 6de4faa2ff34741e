import { ArrowRight, CircleCheckBig } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ImportedPart, ImportedStatement } from '#contract/external-money/statement-import.ts'
import type { Text } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { formatNumber, t } from '../../../shared/i18n/i18n.ts'
import { Trans } from '../../../shared/i18n/trans.tsx'
import { Button, ButtonLink } from '../../../shared/ui/button.tsx'
import { dayText } from '../layout/day-text.ts'
import { EXTERNAL_MONEY } from '../layout/external-money-pages.ts'

type Props = { result: ImportedStatement; fileName: Text; onClose: () => void }

/** What the import found, and the way to what is left to decide. */
export function ImportResult({ result, fileName, onClose }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The field that had the focus may have been in a dialog that is closed now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each result
  useEffect(() => heading.current?.focus(), [result])
  const parts = [result, ...(result.others ?? [])]
  const isNew = parts.some(({ lines: counts }) => counts.total > counts.known)
  const open = parts.reduce((sum, { lines: counts }) => sum + counts.matched + counts.suggested + counts.unmatched, 0)
  return (
    <div className="grid gap-4 rounded-2xl bg-positive-soft px-5 py-4">
      <div className="flex gap-3">
        <CircleCheckBig aria-hidden className="mt-0.5 size-5.5 shrink-0 text-positive" />
        <div className="min-w-0">
          <h2 ref={heading} tabIndex={-1} className="font-semibold outline-none">
            {isNew ? t('Statement imported') : t('Nothing new in this file')}
          </h2>
          <p className="text-[0.9375rem] wrap-anywhere text-muted">
            {isNew ? fileName : t('Every line of {fileName} had been imported before. Nothing changed.', { fileName })}
          </p>
        </div>
      </div>
      {parts.map((part) => (
        <Part key={part._id} part={part} />
      ))}
      <div className="flex flex-wrap gap-2">
        {open > 0 && (
          <ButtonLink to={`${EXTERNAL_MONEY.entries.to}?statement=${result._id}`}>
            {t('Decide on the lines')}
            <ArrowRight aria-hidden className="size-4.5" />
          </ButtonLink>
        )}
        <ButtonLink to={EXTERNAL_MONEY.reconciliation.to} variant={open > 0 ? 'secondary' : 'primary'}>
          {t('See the reconciliation')}
        </ButtonLink>
        <Button variant="quiet" onClick={onClose}>
          {t('Close')}
        </Button>
      </div>
    </div>
  )
}

const COUNTS = [
  { key: 'total', name: msg('Lines') },
  { key: 'matched', name: msg('Matched') },
  { key: 'suggested', name: msg('Suggested') },
  { key: 'unmatched', name: msg('Unmatched') },
  { key: 'known', name: msg('Known before') },
] as const

const Part = ({ part: { account, from, to, lines: counts } }: { part: ImportedPart }) => (
  <div className="grid gap-2">
    <p className="figures text-[0.9375rem]">
      <Trans
        text="<0>{name}</0>, {from} to {to}"
        parts={[(children) => <span className="font-medium">{children}</span>]}
        values={{ name: account.name, from: dayText(from), to: dayText(to) }}
      />
    </p>
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-2xl border border-line bg-line sm:grid-cols-5">
      {COUNTS.map(({ key, name }) => (
        <div key={key} className="grid content-start bg-surface px-4 py-2 max-sm:first:col-span-2">
          <dt className="text-sm text-muted">{t(name)}</dt>
          <dd className="figures font-display text-xl">{formatNumber(counts[key])}</dd>
        </div>
      ))}
    </dl>
  </div>
)
