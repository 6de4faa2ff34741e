/** `npm run config`: prints every variable that is in force, where its value came from, and no secret. */
import { describeConfig, unusedNames } from '../bootstrap/describe-config.ts'
import { loadEnvironment } from '../platform/config/environment.ts'
import { productionWarnings } from '../platform/config/production-warnings.ts'
import { runProgram } from '../platform/runtime/run-program.ts'

if (import.meta.main)
  await runProgram(async () => {
    const environment = loadEnvironment(process.env)
    const lines = describeConfig(environment)
    const widthOf = (field: 'name' | 'value') => Math.min(60, Math.max(...lines.map((line) => line[field].length)))
    const [nameWidth, valueWidth] = [widthOf('name'), widthOf('value')]
    for (const { name, value, source } of lines)
      console.log(`${name.padEnd(nameWidth)}  ${value.padEnd(valueWidth)}  ${source}`)
    for (const warning of productionWarnings(environment.env)) console.log(`Warning: ${warning}`)
    for (const name of unusedNames(environment))
      console.log(`Warning: ${name} in ${environment.envFile} is not a variable of the bank.`)
  })
