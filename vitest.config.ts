import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  // The pages import the contract by this name, see web/vite.config.ts.
  resolve: { alias: { '#contract': join(import.meta.dirname, 'contract/src') } },
  test: {
    include: ['contract', 'server', 'scripts', 'web', 'faults', 'bench'].map(
      (folder) => `${folder}/**/*.test.{ts,tsx}`,
    ),
    globalSetup: ['server/test/postgres-for-tests.ts'],
    // One more than the two cores that the limits are meant for: some tests wait for processes that they start.
    maxWorkers: 3,
    // The files of a worker share their modules, which saves a third of the time. A file leaves no state behind in them.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A condition comes true long before that, also on a busy machine.
    expect: { poll: { timeout: 20_000, interval: 10 } },
  },
})
