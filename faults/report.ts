import { availableParallelism } from 'node:os'
import type { CampaignResult } from './campaign.ts'
import { CHECKERS } from './checks/checkers.ts'
import type { FaultRecord, SkippedFault } from './fault-records.ts'
import { type History, isOk, isRefused, OPERATION_KINDS } from './history.ts'

/** The tables at the end of a campaign. */
export function formatReport({ history, faults, skipped, ranMs, loads }: CampaignResult): string {
  const tables = [operations(history), faultTable(faults, skipped), checkers(history), availability(history, ranMs)]
  const sorted = loads.toSorted((a, b) => a - b)
  const load = quantile(sorted, 0.5).toFixed(0)
  return [
    ...tables,
    `${availableParallelism()} processors, median load average ${load} (this campaign included).`,
  ].join('\n\n')
}

function operations({ operations }: History): string {
  const rows = OPERATION_KINDS.map((kind) => {
    const all = operations.filter((operation) => operation.kind === kind)
    const retried = all.filter(({ attempts, results }) => attempts > results.length).length
    const unknown = all.filter(({ results }) => results.length === 0).length
    return [kind, all.length, all.filter(isOk).length, all.filter(isRefused).length, retried, unknown]
  })
  const sums = [1, 2, 3, 4, 5].map((column) => rows.reduce((sum, row) => sum + Number(row[column]), 0))
  return formatTable(['operation', 'all', 'done', 'refused', 'retried', 'unknown'], [...rows, ['all', ...sums]])
}

function faultTable(faults: readonly FaultRecord[], skipped: readonly SkippedFault[]): string {
  const kinds = [...new Set(faults.map(({ kind }) => kind))].sort()
  const rows = kinds.map((kind) => {
    const of = faults.filter((fault) => fault.kind === kind && !fault.missed)
    const times = of.flatMap(({ recoveryMs }) => recoveryMs ?? []).sort((a, b) => a - b)
    const never = of.filter(({ recoveryMs }) => recoveryMs === null).length
    const seconds = (part: number) => (times.length > 0 ? (quantile(times, part) / 1_000).toFixed(2) : '-')
    return [kind, of.length, seconds(0.5), seconds(0.95), seconds(1), never > 0 ? `${never} without recovery` : '']
  })
  const total = ['all', faults.filter(({ missed }) => !missed).length, '', '', '', '']
  const without = skipped.map(({ kind, reason }) => [kind, 0, '', '', '', `not run here: ${reason}`])
  return formatTable(['fault', 'times', 'recovery s: median', '95 %', 'worst', ''], [...rows, ...without, total])
}

/** The nearest-rank quantile of sorted values. */
export const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? 0

function checkers({ anomalies }: History): string {
  const names = [...new Set<string>([...CHECKERS, ...anomalies.map(({ checker }) => checker)])]
  return formatTable(
    ['checker', 'anomalies'],
    names.map((name) => [name, anomalies.filter(({ checker }) => checker === name).length]),
  )
}

function availability({ secondsServed, requests, operations }: History, ranMs: number): string {
  const seconds = Math.max(1, Math.floor(ranMs / 1_000))
  const served = [...secondsServed].filter((second) => second < seconds).length
  const { succeeded, refused, unavailable, broken } = requests
  const total = succeeded + refused + unavailable + broken
  const percent = (part: number, of: number) => `${((100 * part) / Math.max(1, of)).toFixed(2)} %`
  return [
    `Ran ${(ranMs / 60_000).toFixed(1)} min, ${(operations.length / (ranMs / 1_000)).toFixed(0)} operations a second.`,
    `Availability: ${percent(served, seconds)} of all seconds had a completed operation; of ${total} requests`,
    `${percent(succeeded + refused, total)} had a definite response, ${percent(unavailable, total)} a 503, ${percent(broken, total)} none.`,
  ].join('\n')
}

export function formatTable(
  head: readonly (string | number)[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const all = [head, ...rows].map((row) => row.map(String))
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
  return [line(all[0] ?? []), widths.map((width) => '-'.repeat(width)).join('  '), ...all.slice(1).map(line)]
    .map((text) => text.trimEnd())
    .join('\n')
}
