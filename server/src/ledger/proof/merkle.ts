import { hash } from 'node:crypto'
import { LEAF_PREFIX, NODE_PREFIX } from '#contract/documents/chain.ts'

/*
 * The Merkle tree of RFC 6962, from the leaves up: neighbours are hashed together, and the last node of an odd level moves up
 * as it is. The nodes of a level may be leaves or roots of subtrees.
 */

const LEAF = Buffer.of(LEAF_PREFIX)
const NODE = Buffer.of(NODE_PREFIX)

export const hashLeaf = (text: string): Buffer => hashParts(LEAF, Buffer.from(text))

const hashNode = (left: Buffer, right: Buffer): Buffer => hashParts(NODE, left, right)

/** Not from the pool of buffers: roots are kept until all leaves are hashed. */
const hashParts = (...parts: Buffer[]): Buffer => hash('sha256', Buffer.concat(parts), 'buffer')

function levelAbove(nodes: readonly Buffer[]): Buffer[] {
  const above: Buffer[] = []
  for (let index = 0; index < nodes.length; index += 2) {
    const [left, right] = [nodes[index], nodes[index + 1]]
    if (left) above.push(right ? hashNode(left, right) : left)
  }
  return above
}

export function merkleRoot(nodes: readonly Buffer[]): Buffer {
  let level = nodes
  while (level.length > 1) level = levelAbove(level)
  const [root] = level
  if (!root) throw new Error('A tree without leaves has no root')
  return root
}

/** The neighbours on the way from a node to the root, the lowest first. */
export function merklePath(nodes: readonly Buffer[], index: number): Buffer[] {
  const path: Buffer[] = []
  for (let [level, place] = [nodes, index]; level.length > 1; level = levelAbove(level), place >>= 1) {
    const neighbour = level[place ^ 1]
    if (neighbour) path.push(neighbour)
  }
  return path
}
