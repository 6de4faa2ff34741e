import { ArrowRight, ArrowUpRight } from 'lucide-react'
import { Link } from 'react-router'
import type { AuditEntry } from '#contract/office/audit.ts'
import type { Text } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { formatDateTime } from '../parts/format-date.ts'
import { Cell, Head, Row, Table } from '../parts/table-parts.tsx'
import type { AuditView } from './audit-view.ts'
import { actionLabel, type FieldChange, fieldChanges, transactionIdOf } from './describe-entry.ts'

type Props = { entries: readonly AuditEntry[]; onFilter: (view: AuditView) => void }

export function AuditTable({ entries, onFilter }: Props) {
  return (
    <Table
      label={t('Audit log')}
      head={
        <>
          <Head>{t('Time')}</Head>
          <Head className="w-36">{t('Staff')}</Head>
          <Head className="w-40">{t('Action')}</Head>
          <Head className="w-40">{t('User')}</Head>
          <Head className="w-2/5">{t('Changes')}</Head>
        </>
      }
    >
      {entries.map((entry) => (
        <AuditRow key={entry._id} entry={entry} onFilter={onFilter} />
      ))}
    </Table>
  )
}

function AuditRow({ entry, onFilter }: { entry: AuditEntry; onFilter: Props['onFilter'] }) {
  const { actor, subject } = entry
  return (
    <Row className="align-top max-lg:grid-cols-[minmax(0,1fr)_auto]">
      <Cell className="figures text-sm text-muted max-lg:order-2 lg:whitespace-nowrap">{formatDateTime(entry.at)}</Cell>
      <Cell className="min-w-0 max-lg:order-3 max-lg:col-span-2">
        <NarrowLabel>{t('By')}</NarrowLabel>
        {actor ? (
          <Name
            label={t('Show only actions by {fullName}', { fullName: actor.fullName })}
            onClick={() => onFilter({ actor: actor._id })}
            row
          >
            {actor.fullName}
          </Name>
        ) : (
          <span className="text-muted">{t('System')}</span>
        )}
      </Cell>
      <Cell className="max-lg:order-1 max-lg:font-semibold">{actionLabel(entry.action)}</Cell>
      <Cell className={classNames('min-w-0 max-lg:order-4 max-lg:col-span-2', !subject && 'max-lg:hidden')}>
        <NarrowLabel>{t('User')}</NarrowLabel>
        {subject && (
          <span className="inline-flex items-center gap-1">
            <Name
              label={t('Show only actions on {fullName}', { fullName: subject.fullName })}
              onClick={() => onFilter({ person: subject._id })}
            >
              {subject.fullName}
            </Name>
            <Link
              to={`/dashboard/user/${subject._id}`}
              aria-label={t('Open {fullName}', { fullName: subject.fullName })}
              className="inline-grid size-8 shrink-0 place-items-center lg:-my-1.5 rounded-full text-muted hover:bg-ink/6 hover:text-ink"
            >
              <ArrowUpRight aria-hidden className="size-4" />
            </Link>
          </span>
        )}
      </Cell>
      <Cell className="min-w-0 max-lg:order-5 max-lg:col-span-2">
        <Changes changes={fieldChanges(entry)} transactionId={transactionIdOf(entry)} />
      </Cell>
    </Row>
  )
}

/** Stands in for the column header on narrow screens, where the header is visually hidden. */
const NarrowLabel = ({ children }: { children: Text }) => (
  <span aria-hidden="true" className="inline-block min-w-11 pe-2 text-sm whitespace-nowrap text-muted lg:hidden">
    {children}
  </span>
)

type NameProps = { children: Text; label: Text; onClick: () => void; row?: boolean }

const Name = ({ children, label, onClick, row }: NameProps) => (
  <button
    type="button"
    data-row={row ? '' : undefined}
    title={label}
    onClick={onClick}
    className="text-start font-medium wrap-anywhere lg:min-w-24 underline-offset-4 hover:underline max-lg:min-h-8"
  >
    {children}
  </button>
)

function Changes({ changes, transactionId }: { changes: FieldChange[]; transactionId: string | null }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-0.5 text-sm">
      {changes.map(({ field, before, after }) => (
        <li key={field} className="flex flex-wrap items-baseline gap-x-1.5 wrap-anywhere">
          <span className="text-muted">{field}</span>
          {before !== null && (
            <span dir="auto" className="figures">
              {before}
            </span>
          )}
          {before !== null && after !== null && (
            <ArrowRight aria-label={t('changed to')} className="size-3.5 self-center text-muted" />
          )}
          {after !== null && (
            <span dir="auto" className="figures font-medium">
              {after}
            </span>
          )}
        </li>
      ))}
      {transactionId && (
        <li>
          <Link
            to={`/dashboard/all-transactions?transaction=${transactionId}`}
            className="font-medium text-accent underline-offset-4 hover:underline"
          >
            {t('Open transaction')}
          </Link>
        </li>
      )}
    </ul>
  )
}
