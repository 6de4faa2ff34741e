import { expect, test } from 'vitest'
import type { StatementProgress } from '#contract/external-money/statement-import.ts'
import { importFraction } from './import-progress.ts'

const at = (stage: StatementProgress['stage'], entries: number, of: number | null): StatementProgress => ({
  stage,
  lines: entries,
  of,
  startedAt: null,
})

test('the bar grows from stage to stage and never goes back', () => {
  const steps = [
    importFraction(0, undefined),
    importFraction(0.5, at('idle', 0, null)),
    importFraction(1, undefined),
    importFraction(1, at('receiving', 0, null)),
    importFraction(1, at('reading', 10, null)),
    importFraction(1, at('matching', 500, 1000)),
    importFraction(1, at('matching', 1000, 1000)),
    importFraction(1, at('booking', 2000, 1000)),
  ]
  expect(steps).toEqual([...steps].sort((a, b) => a - b))
  expect(steps[0]).toBe(0)
  expect(steps.at(-1)).toBe(1)
})
