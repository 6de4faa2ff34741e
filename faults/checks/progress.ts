import { type History, isOk, OPERATION_KINDS, type OperationKind } from '../history.ts'

/** Bad luck does not refuse this many. */
const MANY = 20
const MEANT_TO_FAIL: readonly OperationKind[] = ['wrong secret', 'right secret', 'unknown account', 'reused approval']

/** What the bank always refuses is not tried at all: its clients do not send what the API asks for. */
export function checkProgress(history: History): void {
  for (const kind of OPERATION_KINDS.filter((name) => !MEANT_TO_FAIL.includes(name))) {
    const own = history.operations.filter((operation) => operation.kind === kind)
    if (own.length < MANY || own.some(isOk)) continue
    const codes = new Set(own.flatMap(({ results }) => results.map(({ code }) => code)))
    history.report('progress', `none of ${own.length} (${kind}) succeeded: ${[...codes].join(', ')}`)
  }
}
