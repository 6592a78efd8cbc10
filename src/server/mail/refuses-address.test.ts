import { expect, it } from 'vitest'
import { refusesAddress } from './refuses-address.ts'

it.each([
  '550 5.1.1 no such user',
  '550 5.1.2 no such domain',
  '553 5.1.3 bad address',
  '551 5.1.6 the mailbox has moved',
  '556 5.1.10 the domain takes no mail',
  '521 5.2.1 the mailbox is disabled',
  '550-5.1.1 The email account that you tried to reach does not exist.\n550 5.1.1 Please check it.',
  '550-The account does not exist.\n550 5.1.1 no such user',
  '550 no such user',
  '550 #5.1.0 Address rejected.',
  '551 user not local',
  '553 mailbox name not allowed',
])('"%s" is about the address', (reply) => {
  expect(refusesAddress(reply)).toBe(true)
})

it.each([
  '550 5.1.8 <hello@quad.example>: Sender address rejected: Domain not found',
  '553 5.1.7 bad sender',
  '552 5.2.2 mailbox full',
  '554 5.2.2 mailbox over quota',
  '550 5.4.5 Daily sending quota exceeded',
  '550 5.3.4 message too big',
  '550 5.5.0 pipelining',
  '550 5.7.1 relay denied',
  '551 5.7.1 no',
  '550-5.7.26 unauthenticated\n550 5.7.26 no such user',
  '550 5.1.15 unknown',
  '554 Service unavailable; Client host blocked using zen.spamhaus.org',
  '550 rejected by local policy, poor reputation',
  '550 sender verification failed',
  '550 your host is on a blacklist',
  '550 your host is on a blocklist',
  '550 you may not relay',
  '550 this looks like SPAM',
  '550 quota of mails exceeded',
  '530 log in first',
  '552 storage exceeded',
  '554 no valid recipients',
  '452 4.2.2 full',
])('"%s" is not', (reply) => {
  expect(refusesAddress(reply)).toBe(false)
})
