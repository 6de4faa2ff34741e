import { expect, test } from 'vitest'
import { clientNetwork, plainAddress } from './client-network.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['2001:db8::1', '2001:db8::/64'],
  ['::1', '::/64'],
  ['fe80::1', 'fe80::/64'],
  ['fe80::2%eth0', 'fe80::/64'],
  ['fe80::3%25', 'fe80::/64'],
  ['', ''],
  ['unknown', 'unknown'],
  ['1:2:3', '1:2:3'],
])('%s is counted as %s', (address, network) => expect(clientNetwork(address)).toBe(network))

test('shows mapped IPv4 addresses as IPv4, and others as they are', () => {
  expect(['::ffff:203.0.113.7', '2001:db8::1', '203.0.113.7', 'x:y'].map(plainAddress)).toEqual([
    '203.0.113.7',
    '2001:db8::1',
    '203.0.113.7',
    'x:y',
  ])
})
