import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['contract', 'server', 'scripts', 'web', 'faults'].map((folder) => `${folder}/**/*.test.ts`),
    globalSetup: ['server/test/postgres-for-tests.ts'],
    // Two cores: more workers than that only makes PostgreSQL wait for the processor.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
