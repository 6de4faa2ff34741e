import { expect, test } from 'vitest'
import { postgresArguments, sharedBuffersMb } from './settings.ts'

const MB = 1_048_576

test.each([
  ['a container of 512 MB', 512, 128],
  ['a small server of 2 GB', 2_048, 128],
  ['a laptop of 4 GB', 4_096, 256],
  ['a desktop of 8 GB', 8_192, 512],
  ['a server of 64 GB', 65_536, 512],
])('%s gives PostgreSQL a sixteenth of its memory, within limits', (_, memoryMb, expectedMb) => {
  expect(sharedBuffersMb(memoryMb * MB)).toBe(expectedMb)
})

test('an acknowledged transfer is on the disk, whatever the machine', () => {
  const settings = postgresArguments({ socketFolder: '/tmp' })
  for (const setting of ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on'])
    expect(settings).toContain(setting)
  expect(settings.find((setting) => setting.startsWith('shared_buffers='))).toMatch(/^shared_buffers=\d+MB$/)
})
