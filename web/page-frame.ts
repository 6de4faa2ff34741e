import { join } from 'node:path'

type ModuleGraph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

const FRAMEWORK = /node_modules[\\/](?:react|react-dom|react-router|scheduler|cookie-es|set-cookie-parser)[\\/]/

/**
 * How the browser's code is cut. Left alone, a public page is forty files of half a kilobyte, which compress badly and
 * wait for each other. Two of them instead: the framework, which only changes with its version, and the frame that
 * every page stands in. What a single page or audience needs stays out of both.
 */
export function pageFrame(appDirectory: string) {
  const frameOf = ['root.tsx', 'site/site-layout.tsx'].map((file) => join(appDirectory, file))
  let frame: Set<string> | undefined

  function isFrame(id: string, graph: ModuleGraph): boolean {
    frame ??= importedBy(frameOf, graph)
    return frame.has(id) && !frameOf.includes(id)
  }
  return {
    groups: [
      { name: 'framework', test: FRAMEWORK, priority: 2 },
      { name: (id: string, graph: ModuleGraph) => (isFrame(id, graph) ? 'frame' : null), priority: 1 },
    ],
  }
}

/** Our own modules, imported statically: what is fetched on demand, or everything else a package has, is no part of it. */
function importedBy(entries: string[], graph: ModuleGraph): Set<string> {
  const found = new Set<string>()
  const follow = (id: string) => {
    if (found.has(id) || id.includes('node_modules')) return
    found.add(id)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) follow(imported)
  }
  for (const entry of entries) follow(entry)
  return found
}
