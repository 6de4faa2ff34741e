import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { arch, availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os'

/** The machine and versions of a run: measurements cannot be interpreted without them. */
export async function describeMachine(): Promise<Record<string, string>> {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return {
    Date: new Date().toISOString().slice(0, 10),
    Version: `${version}, commit ${commit()}`,
    Machine: `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB of memory`,
    System: `${platform()} ${release().split('-')[0]}, ${arch()}`,
    Node: process.versions.node,
    // Read before the first measurement: a high value means that other processes use the machine.
    'Load before': `${loadavg()[1]?.toFixed(1)} (five-minute average; below 0.5 on an idle machine)`,
  }
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim()
  } catch {
    return 'unknown'
  }
}
