/** The server without batching: every command has its own transaction. The comparison shows what batching gains. */

import { startBank } from '../../server/src/bootstrap/start-bank.ts'
import { readConfig } from '../../server/src/config/config.ts'

const bank = await startBank(readConfig(process.env), console.error, { ledger: { maxBatch: 1, lanes: 8 } })
console.log(bank.address)
process.on('SIGTERM', () => void bank.stop().then(() => process.exit(0)))
