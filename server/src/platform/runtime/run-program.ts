import { StartError } from './start-error.ts'

/** Runs a command of the operator. Exits with 1 if it fails or returns false; what the operator can fix is printed as one line. */
export async function runProgram(program: () => Promise<unknown>): Promise<void> {
  try {
    if ((await program()) === false) process.exitCode = 1
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error)
    process.exitCode = 1
  }
}
