/** The server as it always is, but for one thing: every command is a transaction of its own. What does batching bring? */
import { readConfig } from '../../server/src/config.ts'
import { startBank } from '../../server/src/start-bank.ts'

const bank = await startBank(readConfig(process.env), console.error, { maxBatch: 1, lanes: 8 })
console.log(bank.address)
process.on('SIGTERM', () => void bank.stop().then(() => process.exit(0)))
