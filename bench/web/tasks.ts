type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  /** Microseconds; `tdur` is the processor time of the thread, which other processes don't lengthen. */
  ts: number
  dur?: number
  tdur?: number
  args?: { chrome_mojo_event_info?: { mojo_interface_tag?: string } }
}
export type Task = { startUs: number; endUs: number; cpuMs: number }

export const TRACE_CATEGORIES = ['toplevel', 'blink.user_timing']
/** The name of a task in a trace. The category has a second name for the same tasks. */
const TASK = 'ThreadControllerImpl::RunTask'
/** The benchmark's own questions to the page, such as where a button is. */
const DRIVER = 'blink.mojom.DevToolsSession'

/** The tasks of the page's main thread, and the task that set the mark `loop`. */
export function readTasks(trace: Buffer, marks: { loaded: string; loop: string }) {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const loaded = findMark(traceEvents, marks.loaded)
  const loopUs = findMark(traceEvents, marks.loop).ts
  const events = traceEvents.filter(({ ph, pid, tid }) => ph === 'X' && pid === loaded.pid && tid === loaded.tid)
  const asked = events.filter(({ args }) => args?.chrome_mojo_event_info?.mojo_interface_tag === DRIVER)
  const tasks: Task[] = events
    .filter(({ name }) => name === TASK)
    .filter(({ ts, dur = 0 }) => !asked.some((event) => ts <= event.ts && event.ts <= ts + dur))
    .map(({ ts, dur = 0, tdur = 0 }) => ({ startUs: ts, endUs: ts + dur, cpuMs: tdur / 1_000 }))
  const loop = tasks.find(({ startUs, endUs }) => startUs <= loopUs && loopUs <= endUs)
  if (!loop) throw new Error(`No task of the trace set the mark '${marks.loop}'`)
  return { tasks: tasks.filter((task) => task !== loop), loadedUs: loaded.ts, loopMs: loop.cpuMs }
}

function findMark(events: readonly TraceEvent[], mark: string): TraceEvent {
  const found = events.find(({ name }) => name === mark)
  if (!found) throw new Error(`The trace has no mark '${mark}'`)
  return found
}

/** Of tasks that overlap a time, each as far as it does. */
export function cpuBetween(tasks: readonly Task[], fromUs: number, toUs: number): number {
  return tasks.reduce((sum, { startUs, endUs, cpuMs }) => {
    const overlapUs = Math.min(endUs, toUs) - Math.max(startUs, fromUs)
    return overlapUs > 0 ? sum + (cpuMs * overlapUs) / Math.max(1, endUs - startUs) : sum
  }, 0)
}
