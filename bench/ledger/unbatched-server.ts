/** The server as it always is, but for one thing: every command is a transaction of its own. What does batching bring? */

import { startBank } from '../../server/src/bootstrap/start-bank.ts'
import { readConfig } from '../../server/src/config/config.ts'

const bank = await startBank(readConfig(process.env), console.error, { ledger: { maxBatch: 1, lanes: 8 } })
console.log(bank.address)
process.on('SIGTERM', () => void bank.stop().then(() => process.exit(0)))
