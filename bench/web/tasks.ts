type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  /** Microseconds; `tdur` is the processor time of the thread, which other processes don't lengthen. */
  ts: number
  dur?: number
  tdur?: number
}
export type Task = { startUs: number; endUs: number; cpuMs: number }

export const TRACE_CATEGORIES = ['toplevel', 'blink.user_timing']
/** Its category has a second name for the same tasks. */
const TASK = 'ThreadControllerImpl::RunTask'

/** The tasks of the page's main thread: the thread that set the mark. */
export function readTasks(trace: Buffer, mark: string): { tasks: Task[]; markUs: number } {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const marked = traceEvents.find(({ name }) => name === mark)
  if (!marked) throw new Error(`The trace has no mark '${mark}'`)
  const tasks = traceEvents
    .filter(({ name, ph, pid }) => name === TASK && ph === 'X' && pid === marked.pid)
    .filter(({ tid }) => tid === marked.tid)
    .map(({ ts, dur = 0, tdur = 0 }) => ({ startUs: ts, endUs: ts + dur, cpuMs: tdur / 1_000 }))
  return { tasks, markUs: marked.ts }
}

/** Of tasks that overlap a time, each as far as it does. */
export function cpuBetween(tasks: readonly Task[], fromUs: number, toUs: number): number {
  return tasks.reduce((sum, { startUs, endUs, cpuMs }) => {
    const overlapUs = Math.min(endUs, toUs) - Math.max(startUs, fromUs)
    return overlapUs > 0 ? sum + (cpuMs * overlapUs) / Math.max(1, endUs - startUs) : sum
  }, 0)
}
