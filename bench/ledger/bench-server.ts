/**
 * Servers that differ from the one of `npm start`, by `BENCH_VARIANT`.
 * - `unbatched`: every command has its own transaction. The comparison shows what batching gains.
 * - `instant`: people may send any number of instant transfers; a fifth within an hour would have a risk flag and wait for
 *   staff. What flags need is read nevertheless.
 */

import { startBank } from '../../server/src/bootstrap/start-bank.ts'
import { decide } from '../../server/src/ledger/core/decide.ts'
import type { LedgerOverrides } from '../../server/src/ledger/ledger.ts'
import { readConfig } from '../../server/src/platform/config/config.ts'

const VARIANTS: Record<string, LedgerOverrides> = {
  unbatched: { maxBatch: 1, lanes: 8 },
  instant: {
    decide: (state, command) => {
      state.recentSubmissions.clear()
      return decide(state, command)
    },
  },
}

const { BENCH_VARIANT: variant = '', ...env } = process.env
const ledger = VARIANTS[variant]
if (!ledger) throw new Error(`There is no variant ${variant}`)
const bank = await startBank(readConfig(env), console.error, { ledger })
console.log(bank.address)
process.on('SIGTERM', () => void bank.stop().then(() => process.exit(0)))
