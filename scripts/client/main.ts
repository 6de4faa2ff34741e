/** `npm run client -- ADDRESS`: prints a typed client for the bank at this address, such as http://127.0.0.1:3000. */
import { type ApiDescription, makeClient } from './make-client.ts'

const [address = 'http://127.0.0.1:3000'] = process.argv.slice(2)
const response = await fetch(new URL('/api/v1/openapi.json', address))
if (!response.ok) throw new Error(`${response.url}: ${response.status}`)
process.stdout.write(makeClient((await response.json()) as ApiDescription))
