/** Replaces the process's `Date` and returns the function that sets its offset: every module sees the moved clock. */
export function installMovableClock(): (offsetMs: number) => void {
  let offsetMs = 0
  const RealDate = Date
  const now = () => RealDate.now() + offsetMs
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
  return (value) => {
    offsetMs = value
  }
}
