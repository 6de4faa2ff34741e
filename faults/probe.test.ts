import { afterEach, expect, test, vi } from 'vitest'
import { createProbe } from './probe.ts'

afterEach(() => vi.restoreAllMocks())

test('signals the process once, at the armed point only', () => {
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true)
  const { probe, arm } = createProbe()
  probe.beforeCommit()
  arm('before the commit', 'kill')
  probe.afterLock()
  expect(kill).not.toHaveBeenCalled()
  probe.beforeCommit()
  probe.beforeCommit()
  expect(kill.mock.calls).toEqual([[process.pid, 'SIGKILL']])
})

test('signals with the commit on its way after the turn of the event loop in which it is sent', async () => {
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true)
  const { probe, arm } = createProbe()
  arm('with the commit on its way', 'kill')
  probe.beforeCommit()
  expect(kill).not.toHaveBeenCalled()
  await new Promise(setImmediate)
  expect(kill.mock.calls).toEqual([[process.pid, 'SIGKILL']])
})

test('signals at a point of due scheduled payments only where one is paid', () => {
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true)
  const { probe, scheduledPaymentProbe, arm } = createProbe()
  arm('after the commit of due scheduled payments', 'kill')
  probe.afterCommit()
  scheduledPaymentProbe.beforeCommit()
  expect(kill).not.toHaveBeenCalled()
  scheduledPaymentProbe.afterCommit()
  expect(kill).toHaveBeenCalledOnce()
  arm('before the commit', 'kill')
  scheduledPaymentProbe.beforeCommit()
  expect(kill).toHaveBeenCalledTimes(2)
})

test('pauses instead of killing, and does nothing once disarmed', () => {
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true)
  const { probe, arm } = createProbe()
  arm('after the commit', 'kill')
  arm(null, 'kill')
  probe.afterCommit()
  expect(kill).not.toHaveBeenCalled()
  arm('before the response', 'pause')
  probe.beforeResponse()
  expect(kill.mock.calls).toEqual([[process.pid, 'SIGSTOP']])
})
