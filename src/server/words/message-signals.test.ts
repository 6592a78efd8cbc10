import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { demoConversations } from '#demo/conversations.ts'
import { sellerFraud } from '#regions/ca-on/seller-fraud.ts'
import { changeCampus, stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { fraudulentMessages } from './fraudulent-messages.ts'
import { messageWordSignals, wordSignals } from './word-signals.ts'

stayOnBuiltInCampus()

const rulesOf = (text: string) => messageWordSignals(text).map(({ rule }) => rule)

/** Their writer had not seen the rules. If a rule marks one of these messages, change the rule. */
const honestMessages = readFileSync(new URL('honest-messages.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')

describe.each(Object.entries(fraudulentMessages))(
  'the pattern "%s" is marked in',
  (rule, texts) => {
    it.each(texts)('%s', (text) => {
      expect(rulesOf(text)).toContain(rule)
    })
  },
)

it('is shown by enough messages, and every rule by some', () => {
  expect(Object.values(fraudulentMessages).flat().length).toBeGreaterThanOrEqual(60)
  expect(new Set(sellerFraud.rules.map(({ id }) => id))).toEqual(
    new Set(Object.keys(fraudulentMessages)),
  )
})

it('marks no honest message', () => {
  expect(honestMessages.length).toBeGreaterThanOrEqual(200)
  expect(honestMessages.filter((text) => rulesOf(text).length > 0)).toEqual([])
  const samples = demoConversations.flatMap(({ messages }) => messages.map(({ body }) => body))
  expect(samples.filter((text) => rulesOf(text).length > 0)).toEqual([])
})

it('marks no address that belongs to its brand or only resembles one', () => {
  const hosts =
    'www.interac.ca/autodeposit paypal.me/ada www.rbc.com/login track.canadapost.ca/1 www.interactivebrokers.ca wetransfer.com/d/1 start-ups.example goo.gl/maps/1'
  expect(hosts.split(' ').filter((host) => rulesOf(`See ${host} or https://${host}`)[0])).toEqual(
    [],
  )
  const email = 'My email address is interac.deposit@uwaterloo.ca'
  expect(rulesOf(email)).toEqual([])
})

it('reads messages more closely than listings', () => {
  const text = 'My mover will bring cash. P a y by w i r e transfer.'
  expect(rulesOf(text)).toEqual(['courier'])
  expect(rulesOf('P.a.y.m.e.n.t by wire transfer')).toEqual(['payment'])
  expect(wordSignals(text)).toEqual([])
})

it('needs a law pack', () => {
  changeCampus({ region: null })
  expect(Object.values(fraudulentMessages).flat().flatMap(rulesOf)).toEqual([])
})

it('says what to do, and where it is from', () => {
  for (const { sentence, advice, source } of sellerFraud.rules) {
    for (const text of [sentence, advice]) expect(text).toMatch(/^[A-Z].*\.$/)
    expect(source).not.toBe('')
  }
})
