/**
 * `npm run doctor`: checks clock, disks, database, connections, certificates, mail server, backups, secrets, schema and books, of a
 * running or a stopped bank. Prints one line each, and exits with code 1 if anything is wrong.
 */
import { examine } from '../bootstrap/doctor.ts'
import { runProgram } from '../platform/runtime/run-program.ts'

if (import.meta.main) await runProgram(() => examine(process.env, (line) => console.log(line)))
