import type { BalanceSheet } from '#contract/books/financial-reports.ts'
import type { Text } from '#contract/text.ts'
import { t, translateText } from '../../../shared/i18n/i18n.ts'
import { classNames } from '../../../shared/ui/class-names.ts'
import { Amount } from '../../../shared/ui/figures/amount.tsx'

export type ReportLine = { title: Text; section?: BalanceSheet['assets']; total: number }

/** Sections with codes, names and amounts as on paper: what is zero is left out, totals stand out. */
export const ReportTable = ({ label, lines, busy }: { label: Text; lines: readonly ReportLine[]; busy: boolean }) => (
  <table aria-label={label} aria-busy={busy || undefined} className={classNames('w-full', busy && 'opacity-60')}>
    <thead className="sr-only">
      <tr>
        <th scope="col">{t('Code')}</th>
        <th scope="col">{t('Name')}</th>
        <th scope="col">{t('Amount')}</th>
      </tr>
    </thead>
    {lines.map(({ title, section, total }) => (
      <tbody key={title}>
        {section?.rows
          .filter(({ balance }) => balance !== 0)
          .map(({ code, account, name, balance }) => (
            <tr key={account} className="border-b border-line">
              <td className="figures w-20 py-2 ps-5 align-top text-muted">{code}</td>
              <td className="py-2 pe-3 wrap-anywhere">{translateText(name)}</td>
              <td className="py-2 pe-5 text-end">
                <Amount amount={balance} className="whitespace-nowrap" />
              </td>
            </tr>
          ))}
        <tr className="border-b border-edge/60 bg-sunken font-semibold">
          <th scope="row" colSpan={2} className="py-2.5 ps-5 pe-3 text-start font-semibold">
            {title}
          </th>
          <td className="py-2.5 pe-5 text-end">
            <Amount amount={total} className="whitespace-nowrap" />
          </td>
        </tr>
      </tbody>
    ))}
  </table>
)
